/** The revisions of the project as a slider: the diagram shows the one that is chosen, and any two are compared. */

import { type ReactNode, useState } from "react";
import { namesOf, selectBaselines } from "../baselines/baselines";
import { ComparisonView } from "../baselines/ComparisonView";
import { moment } from "../ui/moment";
import { preferences } from "../ui/preferences";
import { useLanguage, useText } from "../ui/text";
import { reveal } from "../ui/usePanes";
import { showPast, usePast } from "../ui/usePast";
import { useStore } from "../ui/useStore";
import "./past.css";

export function Timeline(): ReactNode {
  const say = useText("baselines");
  const newest = useStore((state) => state.graph.revision);
  const shownNow = usePast() ?? newest;
  const [other, setOther] = useState<number>();
  const [compared, setCompared] = useState<readonly [number, number]>();
  const beside = Math.min(other ?? newest, newest);
  if (newest < 2) return null;
  const go = (revision: number): void => {
    const { panes, drawer } = preferences.get();
    if (!panes.includes("graph")) {
      reveal("graph");
      preferences.set({ drawer }); // the slider stays under the hand
    }
    showPast(revision < newest ? revision : undefined);
  };
  const [earlier, later] = [Math.min(shownNow, beside), Math.max(shownNow, beside)];
  return (
    <section className="timeline" aria-label={say("timeline")}>
      <label>
        <span>{say("timeline")}</span>
        <input
          type="range"
          min={1}
          max={newest}
          value={shownNow}
          aria-valuetext={say("atRevision", { revision: shownNow, newest })}
          onChange={({ target }) => go(target.valueAsNumber)}
        />
      </label>
      <Moment revision={shownNow} newest={newest} />
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          setCompared([earlier, later]);
        }}
      >
        <label className="row">
          {say("compareWith")}
          <input
            type="number"
            min={1}
            max={newest}
            required
            value={Number.isNaN(beside) ? "" : beside}
            onChange={({ target }) => setOther(target.valueAsNumber)}
          />
        </label>
        <button type="submit" disabled={earlier === later}>
          {say("compareThem")}
        </button>
      </form>
      {compared ? (
        <ComparisonView base={String(compared[0])} until={compared[1]} close={() => setCompared(undefined)} />
      ) : null}
    </section>
  );
}

/** Who made a revision, and when, as far as the page has heard of it. */
function Moment({ revision, newest }: { readonly revision: number; readonly newest: number }): ReactNode {
  const say = useText("baselines");
  const language = useLanguage();
  const commit = useStore((state) => state.commits.find((each) => each.revision === revision));
  const names = namesOf(useStore(selectBaselines), revision);
  return (
    <p className="note">
      <strong>{say("atRevision", { revision, newest })}</strong>{" "}
      {names.map((name) => (
        <span key={name} className="badge" data-baseline>
          <bdi>{name}</bdi>
        </span>
      ))}{" "}
      {commit ? <bdi>{say("by", { name: commit.author.name, when: moment(commit.at, language) })}</bdi> : null}
    </p>
  );
}
