/** What was done last. */

import type { ReactNode } from "react";
import { address } from "../ui/address";
import { moment } from "../ui/moment";
import { preferences } from "../ui/preferences";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWhatChanged } from "../ui/useWhatChanged";

const NEWEST = 5;

export function Changes(): ReactNode {
  const say = useText("overview");
  const language = useLanguage();
  const told = useWhatChanged();
  const commits = useStore((state) => state.commits);
  return (
    <section className="card" aria-labelledby="overview-changes">
      <h3 id="overview-changes">{say("changes")}</h3>
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
