/** Who may enter the project: everybody's access, and the links of those who were invited. Admins change it. */

import type { ReactNode } from "react";
import { ACCESSES, type Access } from "../protocol";
import { may } from "../state/people";
import { AskedButton } from "../ui/AskedButton";
import { Dialog } from "../ui/Dialog";
import { ErrorNotice } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { InviteForm } from "./InviteForm";
import { OnceShown } from "./OnceShown";
import { type Member, useMembers } from "./useMembers";

export function MembersDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("people");
  const language = useLanguage();
  const me = useStore((state) => state.connection.me);
  const mayChange = may(
    useStore((state) => state.connection.access),
    "admin",
  );
  const { members, invited, error, isBusy, isInviting, put, withdraw } = useMembers();
  return (
    <Dialog title={say("members")} close={close} wide>
      {members === null && !error ? <p className="note">{say("loading")}</p> : null}
      <ul className="members" aria-busy={isBusy}>
        {members?.map((member) => (
          <Row
            key={member.personId}
            member={member}
            isMe={member.personId === me?.personId}
            mayChange={mayChange && member.kind !== "owner"}
            change={(access) => void put({ personId: member.personId, access }, member.name)}
            invite={() => void put({ name: member.name, access: member.access }, member.name)}
            withdraw={() => void withdraw(member)}
          />
        ))}
      </ul>
      <ErrorNotice error={error} />
      {invited?.ticket && invited.until ? (
        <OnceShown
          key={invited.ticket}
          label={say("linkFor", { name: invited.name, until: moment(invited.until, language) })}
          text={`${location.origin}/#ticket=${invited.ticket}`}
        />
      ) : null}
      {invited && !invited.ticket ? (
        <p className="note" role="status">
          {say("letIn", { name: invited.name })}
        </p>
      ) : null}
      {mayChange ? (
        <InviteForm isBusy={isInviting} invite={(name, access) => put({ name, access }, name)} />
      ) : (
        <p className="note">{say("onlyAdmins")}</p>
      )}
    </Dialog>
  );
}

interface RowProperties {
  readonly member: Member;
  readonly isMe: boolean;
  readonly mayChange: boolean;
  readonly change: (access: Access | null) => void;
  readonly invite: () => void;
  readonly withdraw: () => void;
}

function Row({ member, isMe, mayChange, change, invite, withdraw }: RowProperties): ReactNode {
  const say = useText("people");
  const language = useLanguage();
  const { name } = member;
  return (
    <li>
      <div className="who">
        <strong>
          <bdi>{isMe ? say("you", { name }) : name}</bdi>
        </strong>{" "}
        <span className="badge">{say(`kind.${member.kind}`)}</span>
        {member.hasEntered ? null : (
          <p className="note">
            {member.linkExpiresAt
              ? say("invited", { until: moment(member.linkExpiresAt, language) })
              : say("invitedNoLink")}{" "}
            {mayChange ? (
              <button type="button" className="link" aria-label={say("newLinkFor", { name })} onClick={invite}>
                {say("newLink")}
              </button>
            ) : null}{" "}
            {mayChange && member.linkExpiresAt ? (
              <button type="button" className="link" aria-label={say("withdrawOf", { name })} onClick={withdraw}>
                {say("withdraw")}
              </button>
            ) : null}
          </p>
        )}
      </div>
      <select
        aria-label={say("accessOf", { name })}
        value={member.access}
        disabled={!mayChange}
        onChange={(event) => change(event.target.value as Access)}
      >
        {ACCESSES.map((access) => (
          <option key={access} value={access}>
            {say(`access.${access}`)}
          </option>
        ))}
      </select>
      {mayChange ? (
        <AskedButton
          text={say("remove")}
          label={say("removeOf", { name })}
          question={say("removeReally", { name })}
          run={() => change(null)}
        />
      ) : null}
    </li>
  );
}
