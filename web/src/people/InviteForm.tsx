/** A name and an access for somebody who is to come in. */

import { type ReactNode, useState } from "react";
import { ACCESSES, type Access } from "../protocol";
import { useText } from "../ui/text";

export interface Invited {
  readonly name: string;
  /** Absent for somebody who has an account already. */
  readonly ticket: string | undefined;
  readonly until: string | undefined;
}

interface Properties {
  readonly isBusy: boolean;
  /** Whether it was done. */
  readonly invite: (name: string, access: Access) => Promise<boolean>;
}

export function InviteForm({ isBusy, invite }: Properties): ReactNode {
  const say = useText("people");
  const [name, setName] = useState("");
  const [access, setAccess] = useState<Access>("editor");
  const send = async (): Promise<void> => {
    if (await invite(name, access)) setName("");
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3>{say("invite")}</h3>
      <div className="row wrap">
        <input
          type="text"
          aria-label={say("name")}
          placeholder={say("name")}
          required
          maxLength={64}
          data-first
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <select aria-label={say("access")} value={access} onChange={(event) => setAccess(event.target.value as Access)}>
          {ACCESSES.map((each) => (
            <option key={each} value={each}>
              {say(`access.${each}`)}
            </option>
          ))}
        </select>
        <button type="submit" className="primary" disabled={isBusy}>
          {say("invite")}
        </button>
      </div>
      <p className="note">{say("inviteHint")}</p>
    </form>
  );
}
