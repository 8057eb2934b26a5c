/** Keeps the window where that of the followed person is. */

import { type RefObject, useEffect } from "react";
import { newestOf } from "../../state/people";
import { following } from "../../ui/following";
import { useStore } from "../../ui/useStore";
import { useValue } from "../../ui/useValue";
import type { Drawing } from "./adapter";

/** `picture` names the picture that is shown: another one is fitted first. */
export function useCompany(drawing: RefObject<Drawing | null>, picture: string | undefined): void {
  const personId = useValue(following);
  const viewport = useStore((state) => newestOf(state.people, personId, state.connection.sessionId)?.viewport);
  useEffect(() => {
    if (viewport !== undefined && picture !== undefined) drawing.current?.look(viewport);
  }, [viewport, picture, drawing]);
}
