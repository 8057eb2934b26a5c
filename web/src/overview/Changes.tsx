/** How the model has grown, and what was done last. */

import { type ReactNode, useMemo } from "react";
import { address } from "../ui/address";
import { moment } from "../ui/moment";
import { preferences } from "../ui/preferences";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWhatChanged } from "../ui/useWhatChanged";
import { growth, type Size } from "./growth";

const NEWEST = 5;
const WIDTH = 320;
const HEIGHT = 72;

export function Changes(): ReactNode {
  const say = useText("overview");
  const language = useLanguage();
  const told = useWhatChanged();
  const commits = useStore((state) => state.commits);
  const nodes = useStore((state) => state.graph.nodes.size);
  const sizes = useMemo(() => growth(commits, nodes), [commits, nodes]);
  return (
    <section className="card" aria-labelledby="overview-changes">
      <h3 id="overview-changes">{say("changes")}</h3>
      {sizes.length > 2 ? <Growth sizes={sizes} /> : null}
      <ol className="overview-changes">
        {commits.slice(0, NEWEST).map((commit) => (
          <li key={commit.commitId}>
            <button
              type="button"
              className="link"
              onClick={() => {
                address.set("revision", String(commit.revision));
                preferences.set({ drawer: "history" });
              }}
            >
              {commit.changes === null ? say("large") : told(commit)}
            </button>
            <span className="note">
              <bdi>{commit.author.name}</bdi>, <time dateTime={commit.at}>{moment(commit.at, language)}</time>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Elements over the newest revisions, as a line over its ground. */
function Growth({ sizes }: { readonly sizes: readonly Size[] }): ReactNode {
  const say = useText("overview");
  const most = Math.max(1, ...sizes.map(({ nodes }) => nodes));
  const first = sizes[0]?.revision ?? 0;
  const last = sizes.at(-1)?.revision ?? 0;
  const points = sizes.map(({ revision, nodes }) => {
    const x = (WIDTH * (revision - first)) / Math.max(1, last - first);
    return `${x.toFixed(1)},${(HEIGHT - (HEIGHT * nodes) / most).toFixed(1)}`;
  });
  return (
    <figure className="overview-growth">
      <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden>
        <polygon points={`0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`} />
        <polyline points={points.join(" ")} />
      </svg>
      <figcaption className="note">
        {say("growth", { from: sizes[0]?.nodes ?? 0, to: sizes.at(-1)?.nodes ?? 0, first, last })}
      </figcaption>
    </figure>
  );
}
