/** The keys that a command has for whoever is here, as they are printed on their keyboard. */

import { useCallback } from "react";
import type { CommandId } from "./commands";
import { keyLabel } from "./keyboard";
import { keysOf } from "./ownKeys";
import { usePreferences } from "./usePreferences";

export function useKeys(): (id: CommandId) => string {
  const { keys } = usePreferences();
  return useCallback((id) => keyLabel(keysOf(keys, id)), [keys]);
}
