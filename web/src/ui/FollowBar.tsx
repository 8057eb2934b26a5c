/** While somebody is followed: who it is, the way out, and the page kept where they are. */

import { type ReactNode, useEffect } from "react";
import { newestOf } from "../state/people";
import { colourOf } from "./faces";
import { following } from "./following";
import { readPlace } from "./place";
import { useText } from "./text";
import { goAlong } from "./usePlace";
import { useStore } from "./useStore";
import { useValue } from "./useValue";
import { useWorkbench } from "./workbench";

/** What a hand does on a canvas; typing in a field or reading the chat is none of it. */
const BY_HAND = ["pointerdown", "wheel"] as const;

export default function FollowBar(): ReactNode {
  const say = useText("frame");
  const { store } = useWorkbench();
  const personId = useValue(following);
  const here = useStore((state) => newestOf(state.people, personId, state.connection.sessionId));
  const place = here?.place;
  useEffect(() => {
    if (place !== undefined) goAlong(store, readPlace(place));
  }, [store, place]);
  useEffect(() => {
    if (personId === undefined) return;
    const end = (event: globalThis.Event): void => {
      if ((event.target as Element).closest("[data-pane=graph], [data-pane=table], [data-pane=overview]"))
        following.set(undefined);
    };
    const onEscape = (event: globalThis.Event): void => {
      if ((event as KeyboardEvent).key === "Escape") following.set(undefined);
    };
    for (const name of BY_HAND) document.addEventListener(name, end, { capture: true, passive: true });
    document.addEventListener("keydown", onEscape, true);
    return () => {
      for (const name of BY_HAND) document.removeEventListener(name, end, { capture: true });
      document.removeEventListener("keydown", onEscape, true);
    };
  }, [personId]);
  if (personId === undefined) return null;
  return (
    <div className="bar-notice follow-bar" data-colour={colourOf(personId)} role="status">
      <bdi>{here === undefined ? say("followedLeft") : say("follows", { name: here.person.name })}</bdi>{" "}
      <button type="button" className="link" onClick={() => following.set(undefined)}>
        {say("followEnd")}
      </button>
    </div>
  );
}
