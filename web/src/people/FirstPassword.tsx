/** What somebody who was invited sees first: a password to choose, because their link works only once. */

import type { ReactNode } from "react";
import type { Rest } from "../session/rest";
import { useText } from "../ui/text";
import type { Me } from "./me";
import { PasswordForm } from "./PasswordForm";

export function FirstPassword({
  rest,
  me,
  saved,
}: {
  readonly rest: Rest;
  readonly me: Me;
  readonly saved: (me: Me) => void;
}): ReactNode {
  const say = useText("people");
  return (
    <main className="door">
      <section className="card">
        <h1>{say("welcome", { name: me.person.name })}</h1>
        <p>{say("firstPassword")}</p>
        <PasswordForm rest={rest} me={me} saved={saved} />
      </section>
    </main>
  );
}
