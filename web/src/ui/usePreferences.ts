/** Lets React look at the preferences. */

import { useSyncExternalStore } from "react";
import { type Preferences, preferences } from "./preferences";

export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.subscribe, preferences.get);
}
