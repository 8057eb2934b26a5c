/** What somebody sees who has no model yet: three ways to begin, and no dialog in the way. */

import type { ReactNode } from "react";
import { chosenFile } from "../../exchange/chosen";
import { DropArea } from "../../exchange/DropArea";
import { may } from "../../state/people";
import { focusComposer } from "../../ui/focus";
import { hashOf } from "../../ui/route";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { useSuggestions } from "./useSuggestions";

/** The project that `graphwright demo` makes; it is offered when the server has it. */
const SAMPLE = "order-system";

export function EmptyState({ begin }: { readonly begin: (text: string) => void }): ReactNode {
  const say = useText("chat");
  const { project } = useWorkbench();
  const examples = useSuggestions();
  const mayBuild = may(
    useStore((state) => state.connection.access),
    "build",
  );
  return (
    <section className="empty" aria-label={say("welcome")}>
      <h2>{say("welcome")}</h2>
      <div className="beginnings">
        <div className="card">
          <h3>{say("describe")}</h3>
          <p>{say("describeMore")}</p>
          <ul>
            {examples.map((example) => (
              <li key={example}>
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    begin(example);
                    focusComposer();
                  }}
                >
                  {example}
                </button>
              </li>
            ))}
          </ul>
        </div>
        <div className="card">
          <h3>{say("import")}</h3>
          <DropArea isFirst isAllowed={mayBuild} take={chosenFile.set} />
        </div>
        {project === SAMPLE ? null : (
          <div className="card">
            <h3>{say("sample")}</h3>
            <p>{say("sampleMore")}</p>
            <a href={hashOf(SAMPLE, "")} target="_blank" rel="noreferrer">
              {say("sample")}
            </a>
          </div>
        )}
      </div>
    </section>
  );
}
