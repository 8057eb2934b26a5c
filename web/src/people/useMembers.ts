/** The members of the open project, as the server has them: read, read anew when something changed, and changed. */

import { useEffect, useState } from "react";
import type { Access, Person } from "../protocol";
import { projectPath, type ServerError } from "../session/rest";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import type { Invited } from "./InviteForm";
import { inOrder } from "./inOrder";
import { useAsk } from "./useAsk";

export interface Member extends Person {
  readonly kind: "owner" | "account" | "token";
  readonly linkExpiresAt?: string;
  readonly hasEntered: boolean;
}

interface Members {
  readonly members: readonly Member[];
  readonly ticket?: string;
  readonly ticketExpiresAt?: string;
}

/** Somebody with an account, or a name that may be anybody's. */
type Changed =
  | { readonly personId: string; readonly access: Access | null }
  | { readonly name: string; readonly access: Access };

interface MembersNow {
  /** Nothing before they are read. */
  readonly members: readonly Member[] | null;
  /** Who was given access by name last, and the link if they need one. */
  readonly invited: Invited | null;
  readonly error: ServerError | null;
  readonly isBusy: boolean;
  readonly isInviting: boolean;
  /** Give or take access; whether it was done. */
  readonly put: (change: Changed, name: string) => Promise<boolean>;
  readonly withdraw: (member: Member) => Promise<void>;
}

export function useMembers(): MembersNow {
  const { rest, project } = useWorkbench();
  const known = useStore((state) => state.people.members);
  const [members, setMembers] = useState<readonly Member[] | null>(null);
  const [invited, setInvited] = useState<Invited | null>(null);
  const [changes, setChanges] = useState(0);
  // Three, so that nobody who types faster than the list or another answer comes presses Enter in vain.
  const [reading, inviting] = [useAsk(), useAsk()];
  const { isBusy, error, ask } = useAsk();
  const read = reading.ask;
  const [order] = useState(inOrder);
  const path = `${projectPath(project)}/members`;
  // Read anew whenever an event says that somebody's access has changed, and when a change of our own is answered: what
  // was asked for before may be of a moment between somebody's access and their link.
  useEffect(() => {
    const isNewest = order.begin();
    void read(rest.get<Members>(path)).then((answer) => answer && isNewest() && setMembers(answer.members));
  }, [order, read, rest, path, known, changes]);
  // Of two changes under way the older one may be answered last; and what it tells is read anew in any case.
  const took = (answer: Members, isNewest: () => boolean): void => {
    if (isNewest()) setMembers(answer.members);
    setChanges((count) => count + 1);
  };
  const put = async (change: Changed, name: string): Promise<boolean> => {
    setInvited(null);
    const isNewest = order.begin();
    const answer = await ("name" in change ? inviting.ask : ask)(rest.put<Members>(path, change));
    if (!answer) return false;
    took(answer, isNewest);
    if ("name" in change) setInvited({ name, ticket: answer.ticket, until: answer.ticketExpiresAt });
    return true;
  };
  const withdraw = async (member: Member): Promise<void> => {
    setInvited(null);
    const isNewest = order.begin();
    const answer = await ask(rest.delete<Members>(`${path}/${member.personId}/invitation`));
    if (answer) took(answer, isNewest);
  };
  const asks = [{ error, isBusy }, inviting, reading];
  return {
    ...{ members, invited, put, withdraw, isInviting: inviting.isBusy },
    error: asks.find((each) => each.error !== null)?.error ?? null,
    isBusy: asks.some((each) => each.isBusy),
  };
}
