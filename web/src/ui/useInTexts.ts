/** Looks into the texts of the project for what is typed: after a pause, and only for what was typed last. */

import { useEffect, useState } from "react";
import { ServerError } from "../session/rest";
import { fetched } from "./late";
import type { Offered } from "./Picker";
import { useText } from "./text";
import { useWorkbench } from "./workbench";

/** Whoever types on types the next letter sooner. */
const PAUSE_MS = 250;
/** Fewer letters stand nearly everywhere. */
const FEWEST = 3;

interface Looked {
  readonly typed: string;
  readonly found: readonly Offered[];
  readonly hasFailed: boolean;
}

/** What was found for just this; `note` says that it is still looked for, or that it could not be. */
export function useInTexts(text: string): { readonly found: readonly Offered[]; readonly note: string | undefined } {
  const say = useText("frame");
  const bench = useWorkbench();
  const typed = text.trim();
  const isWanted = typed.length >= FEWEST;
  const [looked, setLooked] = useState<Looked>({ typed: "", found: NONE, hasFailed: false });
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const look = async (): Promise<void> => {
      const { foundInTexts } = await fetched(() => import("./inTexts"));
      const found = await foundInTexts(bench, typed, say, stop.signal).catch((refusal: unknown) => {
        if (!(refusal instanceof ServerError)) throw refusal;
        return undefined;
      });
      if (!stop.signal.aborted) setLooked({ typed, found: found ?? NONE, hasFailed: found === undefined });
    };
    const timer = setTimeout(() => void look(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [bench, typed, isWanted, say]);
  if (!isWanted) return { found: NONE, note: undefined };
  if (looked.typed !== typed) return { found: NONE, note: say("lookingInTexts") };
  return { found: looked.found, note: looked.hasFailed ? say("textsNotSearched") : undefined };
}

const NONE: readonly Offered[] = [];
