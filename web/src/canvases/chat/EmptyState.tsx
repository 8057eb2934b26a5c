/** What somebody sees who has no model yet: three ways to begin, and no dialog in the way. */

import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { projectPath } from "../../session/rest";
import { focusComposer } from "../../ui/focus";
import { goTo } from "../../ui/route";
import { useText } from "../../ui/text";
import { shown, useWorkbench } from "../../ui/workbench";
import { useSuggestions } from "./useSuggestions";

/** The project that `graphwright demo` makes; it is offered when the server has it. */
const SAMPLE = "order-system";

export function EmptyState({ begin }: { readonly begin: (text: string) => void }): ReactNode {
  const say = useText("chat");
  const { rest, project } = useWorkbench();
  const examples = useSuggestions();
  const file = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    await shown(rest.upload(`${projectPath(project)}/import?name=${encodeURIComponent(chosen.name)}`, chosen));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
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
        <div
          className="card"
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <h3>{say("import")}</h3>
          <p>{say("importMore")}</p>
          <button type="button" onClick={() => file.current?.click()}>
            {say("import")}
          </button>
          <input
            ref={file}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={say("import")}
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </div>
        {project === SAMPLE ? null : (
          <div className="card">
            <h3>{say("sample")}</h3>
            <p>{say("sampleMore")}</p>
            <button type="button" onClick={() => goTo({ project: SAMPLE })}>
              {say("sample")}
            </button>
          </div>
        )}
      </div>
    </section>
  );
}
