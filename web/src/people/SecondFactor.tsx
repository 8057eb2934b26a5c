/** A second factor beside the password: its secret for an authenticator app, its first code, and the recovery codes. */

import { type ReactNode, useState } from "react";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import type { Me } from "./me";
import { OnceShown } from "./OnceShown";
import { useAsk } from "./useAsk";

interface NewSecondFactor {
  readonly secret: string;
  readonly address: string;
}

interface SecondFactorState {
  readonly isOn: boolean;
  readonly recoveryCodes?: readonly string[];
}

const PATH = "/api/session/second-factor";

export function SecondFactor({ rest, me }: { readonly rest: Rest; readonly me: Me }): ReactNode {
  const say = useText("people");
  const { isBusy, error, ask } = useAsk();
  const [isOn, setOn] = useState(me.hasSecondFactor);
  const [begun, setBegun] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = async (): Promise<void> => {
    const answer = await ask(rest.post<NewSecondFactor>(PATH, {}));
    if (answer) setBegun(answer);
  };
  const put = async (code: string): Promise<void> => {
    const answer = await ask(rest.put<SecondFactorState>(PATH, { code, isOn: !isOn }));
    if (!answer) return;
    setOn(answer.isOn);
    setBegun(null);
    setCodes(answer.recoveryCodes ?? null);
  };
  return (
    <section className="form-section">
      <h3>{say("secondFactor")}</h3>
      <p className="note">{say(isOn ? "secondFactorOn" : "secondFactorHint")}</p>
      {begun ? (
        <>
          <OnceShown label={say("secondFactorSecret")} text={begun.secret} />
          <p>
            <a href={begun.address}>{say("secondFactorApp")}</a>
          </p>
        </>
      ) : null}
      {codes ? <OnceShown label={say("recoveryCodes")} text={codes.join("  ")} /> : null}
      {isOn || begun ? (
        <CodeForm text={say(isOn ? "switchOff" : "switchOn")} isBusy={isBusy} send={(code) => void put(code)} />
      ) : (
        <button type="button" disabled={isBusy} onClick={() => void begin()}>
          {say("secondFactorBegin")}
        </button>
      )}
      <ErrorNotice error={error} />
    </section>
  );
}

interface CodeFormProperties {
  readonly text: string;
  readonly isBusy: boolean;
  readonly send: (code: string) => void;
}

function CodeForm({ text, isBusy, send }: CodeFormProperties): ReactNode {
  const say = useText("people");
  const [code, setCode] = useState("");
  return (
    <form
      className="form row wrap"
      onSubmit={(event) => {
        event.preventDefault();
        send(code);
        setCode("");
      }}
    >
      <input
        type="text"
        aria-label={say("code")}
        placeholder={say("code")}
        autoComplete="one-time-code"
        maxLength={100}
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <button type="submit" disabled={isBusy}>
        {text}
      </button>
    </form>
  );
}
