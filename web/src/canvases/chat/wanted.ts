/** The message that somebody has asked to see: the chat goes to its conversation and version. */

import { createProjectStore } from "../../state/createStore";
import { reveal } from "../../ui/usePanes";

interface WantedMessage {
  readonly threadId: string;
  readonly messageId: string;
  /** What was said of it is opened, too. */
  readonly withComments?: true;
}

/** A new object for each time. */
export const wantedMessage = createProjectStore<WantedMessage | undefined>(undefined);

export function showMessage(wanted: WantedMessage): void {
  reveal("chat");
  wantedMessage.set(wanted);
}
