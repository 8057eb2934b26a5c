/** Lets React look at the preferences. */

import { type Preferences, preferences } from "./preferences";
import { useValue } from "./useValue";

export function usePreferences(): Preferences {
  return useValue(preferences);
}
