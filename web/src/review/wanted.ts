/** The proposal that somebody has asked to see; the tray goes there, and the address names it. */

import { createProjectStore } from "../state/createStore";

/** A new object for each time. */
export const wantedProposal = createProjectStore<{ readonly proposalId: string } | undefined>(undefined);
