/** Putting boxes out of sight, or back, as a step that undo knows. */

import type { Store } from "../../state/store";
import { hid } from "../../ui/layoutHistory";
import type { GraphView } from "./useGraphView";

export function hide(
  store: Store,
  { settings, change }: Pick<GraphView, "settings" | "change">,
  wanted: ReadonlySet<string>,
): void {
  const hidden = { before: settings.hidden, after: wanted };
  change({ hidden: hidden.after });
  hid(store, (when) => change({ hidden: hidden[when] }));
}
