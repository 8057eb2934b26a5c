/** What somebody sees who followed the link at the end of a mail: from now on none is sent, whoever is logged in here. */

import { type ReactNode, useEffect, useState } from "react";
import { type Rest, ServerError } from "../session/rest";
import { ErrorText } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { UNSUBSCRIBED } from "./mail";

export default function UnsubscribePage({ rest, secret }: { readonly rest: Rest; readonly secret: string }): ReactNode {
  const say = useText("people");
  const [done, setDone] = useState<"waiting" | "done" | ServerError>("waiting");
  useEffect(() => {
    rest.post(`${UNSUBSCRIBED}/${secret}`, {}).then(
      () => setDone("done"),
      (problem: unknown) => {
        if (!(problem instanceof ServerError)) throw problem;
        setDone(problem);
      },
    );
  }, [rest, secret]);
  if (done === "waiting") return <p className="note pad">{say("loading")}</p>;
  const isOver = done === "done" || done.code === "notFound";
  return (
    <main className="door">
      <div className="card">
        <h1>{say(done === "done" ? "mailEnded" : isOver ? "mailLinkOver" : "mailNotEnded")}</h1>
        {isOver ? <p>{say("mailAgain")}</p> : <ErrorText error={done} />}
        <p>
          <a href="#/">{say("mailToPage")}</a>
        </p>
      </div>
    </main>
  );
}
