/** Who may enter the project: everybody's access, and the links of those who were invited. Admins change it. */

import { type ReactNode, useEffect, useState } from "react";
import { ACCESSES, type Access, type Person } from "../protocol";
import { projectPath } from "../session/rest";
import { may } from "../state/people";
import { AskedButton } from "../ui/AskedButton";
import { Dialog } from "../ui/Dialog";
import { ErrorText } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { type Invited, InviteForm } from "./InviteForm";
import { OnceShown } from "./OnceShown";
import { useAsk } from "./useAsk";

interface Member extends Person {
  readonly kind: "owner" | "account" | "token";
  readonly linkExpiresAt?: string;
  readonly hasEntered: boolean;
}

export interface Members {
  readonly members: readonly Member[];
  readonly ticket?: string;
  readonly ticketExpiresAt?: string;
}

export function MembersDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("people");
  const language = useLanguage();
  const { rest, project } = useWorkbench();
  const known = useStore((state) => state.people.members);
  const me = useStore((state) => state.connection.me);
  const mayChange = may(
    useStore((state) => state.connection.access),
    "admin",
  );
  const [members, setMembers] = useState<readonly Member[] | null>(null);
  const [invited, setInvited] = useState<Invited | null>(null);
  // Two, so that nobody who types faster than the list comes presses Enter in vain.
  const reading = useAsk();
  const { isBusy, error: refused, ask } = useAsk();
  const error = refused ?? reading.error;
  const read = reading.ask;
  const path = `${projectPath(project)}/members`;
  // Read anew whenever an event says that somebody's access has changed.
  useEffect(() => {
    void read(rest.get<Members>(path)).then((answer) => answer && setMembers(answer.members));
  }, [read, rest, path, known]);
  const put = async (body: object, name: string): Promise<boolean> => {
    setInvited(null);
    const answer = await ask(rest.put<Members>(path, body));
    if (!answer) return false;
    setMembers(answer.members);
    if ("name" in body) setInvited({ name, ticket: answer.ticket, until: answer.ticketExpiresAt });
    return true;
  };
  const withdraw = async (member: Member): Promise<void> => {
    setInvited(null);
    const answer = await ask(rest.delete<Members>(`${path}/${member.personId}/invitation`));
    if (answer) setMembers(answer.members);
  };
  return (
    <Dialog title={say("members")} close={close} wide>
      {members === null && !error ? <p className="note">{say("loading")}</p> : null}
      <ul className="members" aria-busy={isBusy || reading.isBusy}>
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
      {error ? (
        <div role="alert">
          <ErrorText error={error} />
        </div>
      ) : null}
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
        <InviteForm isBusy={isBusy} invite={(name, access) => put({ name, access }, name)} />
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
