/** Who is logged in, as `/api/session` says it. */

import type { Access, Person } from "../protocol";

export interface Me {
  readonly person: Pick<Person, "personId" | "name">;
  /** In everything there is, for the owner; `null` for everybody else, whose access each project says. */
  readonly access: Access | null;
  readonly hasPassword: boolean;
  /** Not where passwords are switched off, nor in an account that the identity provider opens. */
  readonly mayChoosePassword: boolean;
  readonly hasSecondFactor: boolean;
  /** The organisation's identity provider opens this account. */
  readonly isConnected: boolean;
}

/** Somebody who came in through an invitation could never come again. The owner finds a new link at every start. */
export function mustChoosePassword(me: Me): boolean {
  return me.mayChoosePassword && !me.hasPassword && !me.isConnected && me.access === null;
}
