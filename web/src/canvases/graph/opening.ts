/**
 * How a picture that is too large for its pane opens: where one begins to read; after a model came in whole, so that one
 * sees what came. Until the project is left.
 */

import { onLeaving } from "../../state/createStore";

let isWhole = false;
onLeaving(() => {
  isWhole = false;
});

export function openWhole(): void {
  isWhole = true;
}

export function opensWhole(): boolean {
  return isWhole;
}
