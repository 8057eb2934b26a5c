/** The passkeys of one's own account: listed, made, taken away. */

import { type ReactNode, useEffect, useState } from "react";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { browserName } from "./browserName";
import type { Ways } from "./company";
import type { Me } from "./me";
import { CodeField, PasswordField } from "./ProofFields";
import { canUsePasskeys, makePasskey, PASSKEYS, type Passkey, type PasskeyList, type PasskeyProof } from "./passkeys";
import { useAsk } from "./useAsk";

export function Passkeys({ rest, me }: { readonly rest: Rest; readonly me: Me }): ReactNode {
  const say = useText("people");
  const { isBusy, error, ask } = useAsk();
  const [isOffered, setOffered] = useState(false);
  const [passkeys, setPasskeys] = useState<readonly Passkey[]>([]);
  useEffect(() => {
    void ask(rest.get<Ways>("/api/session/ways")).then((ways) => ways && setOffered(ways.passkeys));
    void ask(rest.get<PasskeyList>(PASSKEYS)).then((answer) => answer && setPasskeys(answer.passkeys));
  }, [ask, rest]);
  const change = async (work: Promise<PasskeyList>): Promise<void> => {
    const answer = await ask(work);
    if (answer) setPasskeys(answer.passkeys);
  };
  if (!isOffered && passkeys.length === 0) return null;
  return (
    <section className="form-section">
      <h3>{say("passkeys")}</h3>
      <p className="note">{say(canUsePasskeys() ? "passkeysHint" : "passkeysNotHere")}</p>
      <ul className="members" aria-busy={isBusy}>
        {passkeys.map((passkey) => (
          <Row
            key={passkey.passkeyId}
            passkey={passkey}
            isBusy={isBusy}
            remove={() => void change(rest.delete<PasskeyList>(`${PASSKEYS}/${passkey.passkeyId}`))}
          />
        ))}
      </ul>
      {isOffered && canUsePasskeys() ? (
        <PasskeyForm me={me} isBusy={isBusy} make={(name, proof) => void change(makePasskey(rest, name, proof))} />
      ) : null}
      <ErrorNotice error={error} />
    </section>
  );
}

interface RowProperties {
  readonly passkey: Passkey;
  readonly isBusy: boolean;
  readonly remove: () => void;
}

function Row({ passkey, isBusy, remove }: RowProperties): ReactNode {
  const say = useText("people");
  const language = useLanguage();
  const { name, host } = passkey;
  return (
    <li>
      <div className="who">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p className="note">
          <bdi>{say("passkeyMade", { host, at: moment(passkey.madeAt, language) })}</bdi>{" "}
          {passkey.usedAt ? say("passkeyUsed", { at: moment(passkey.usedAt, language) }) : say("passkeyUnused")}
        </p>
      </div>
      <button type="button" disabled={isBusy} aria-label={say("removeOf", { name })} onClick={remove}>
        {say("remove")}
      </button>
    </li>
  );
}

interface FormProperties {
  readonly me: Me;
  readonly isBusy: boolean;
  readonly make: (name: string, proof: PasskeyProof) => void;
}

function PasskeyForm({ me, isBusy, make }: FormProperties): ReactNode {
  const say = useText("people");
  const [name, setName] = useState(() => browserName(navigator.userAgent) || say("passkeyOf"));
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        make(name, { ...(me.hasPassword && { password }), ...(me.hasSecondFactor && { code }) });
        setPassword("");
        setCode("");
      }}
    >
      <label>
        {say("passkeyName")}
        <input type="text" maxLength={100} required value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      {me.hasPassword ? (
        <PasswordField
          label={say("passkeyPassword")}
          value={password}
          autoComplete="current-password"
          change={setPassword}
        />
      ) : null}
      {me.hasSecondFactor ? <CodeField value={code} change={setCode} /> : null}
      <div className="row">
        <button type="submit" disabled={isBusy}>
          {say("passkeyMake")}
        </button>
      </div>
    </form>
  );
}
