/** What the marks of proposed changes mean, and the switch that puts them away; there is nothing to see without proposals. */

import type { ReactNode } from "react";
import { selectGhosts } from "../state/store";
import { preferences } from "../ui/preferences";
import { useText } from "../ui/text";
import { usePreferences } from "../ui/usePreferences";
import { useStore } from "../ui/useStore";
import "./ghosts.css";

export function GhostLegend(): ReactNode {
  const say = useText("ghosts");
  const count = useStore((state) => selectGhosts(state).length);
  const { ghosts } = usePreferences();
  if (count === 0) return null;
  return (
    <span className="ghost-legend">
      <label className="check">
        <input
          type="checkbox"
          checked={ghosts}
          onChange={(event) => preferences.set({ ghosts: event.target.checked })}
        />
        {say("proposed", { count })}
      </label>
      {ghosts ? (
        <span className="ghost-signs">
          <span data-mark="new">{say("new")}</span> <span data-mark="changed">{say("changed")}</span>{" "}
          <span data-mark="deleted">{say("deleted")}</span>
        </span>
      ) : null}
    </span>
  );
}
