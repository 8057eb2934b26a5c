/** The proposal that somebody has asked to see; the tray goes there, and the address names it. */

import { createStore } from "../state/createStore";

/** A new object for each time. */
export const wantedProposal = createStore<{ readonly proposalId: string } | undefined>(undefined);
