/** What is different from one revision to another, or to now: how many elements became what, and each of them. Now follows every commit. */

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAsk } from "../people/useAsk";
import { Lines } from "../review/Lines";
import { changeLines } from "../review/lines";
import { useFieldWords } from "../review/useFieldWords";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { type Comparison, comparisonPath, FATES } from "./baselines";

interface Properties {
  /** A baseline, or a number. */
  readonly base: string;
  /** Now, where it is left out. */
  readonly until?: number;
  readonly close: () => void;
}

export function ComparisonView({ base, until, close }: Properties): ReactNode {
  const say = useText("baselines");
  const { rest, project, store } = useWorkbench();
  const words = useFieldWords();
  const newest = useStore((state) => state.graph.revision);
  const revision = until ?? newest;
  const [found, setFound] = useState<Comparison | null>(null);
  const { error, ask } = useAsk();
  const section = useRef<HTMLElement>(null);
  const isThere = found !== null || error !== null;
  // It stands below what was asked; a later commit moves nobody who has gone on.
  useEffect(() => {
    if (isThere && base) section.current?.scrollIntoView({ block: "start" });
  }, [isThere, base]);
  useEffect(() => {
    const isUntilNow = revision === newest;
    const path = comparisonPath(project, base, isUntilNow ? undefined : revision);
    void ask(rest.get<Comparison>(path)).then((answer) => answer && setFound(answer));
  }, [ask, rest, project, base, revision, newest]);
  return (
    <section ref={section} className="comparison" aria-label={say("comparison", { base, revision })}>
      <header className="row">
        <h4>
          <bdi>{say("comparison", { base, revision: found?.revision ?? revision })}</bdi>
        </h4>
        <span className="grow" />
        <button type="button" className="quiet" aria-label={say("close")} onClick={close}>
          ✕
        </button>
      </header>
      <ErrorNotice error={error} />
      {found === null && !error ? <p className="note">{say("loading")}</p> : null}
      {found ? (
        <>
          {(["nodes", "edges"] as const).map((kind) => (
            <p key={kind} className="tally">
              <strong>{say(kind)}</strong>{" "}
              {FATES.map((fate) => (
                <span key={fate} data-fate={fate}>
                  {say(fate, { count: found[kind][fate] })}
                </span>
              ))}
            </p>
          ))}
          {found.changes.length > 0 ? (
            <Lines lines={changeLines(found.changes, store.get().graph, words)} />
          ) : (
            <p className="note">{say("same")}</p>
          )}
          {found.isCut ? <p className="note">{say("cut", { count: found.changes.length })}</p> : null}
        </>
      ) : null}
    </section>
  );
}
