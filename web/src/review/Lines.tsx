/** A list of changes, each a line. Ghosts are dashed; many lines begin folded. */

import { type ReactNode, useState } from "react";
import { phraseIn } from "../locales/phrase";
import { useTold } from "../locales/told";
import type { Problem } from "../protocol";
import { TypeSign } from "../ui/TypeSign";
import { useLanguage, useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import type { Line } from "./lines";

/** A card stays smaller than the answer above it. */
const FIRST = 8;

interface Properties {
  readonly lines: readonly Line[];
  readonly ghost?: boolean;
  /** Keys of lines that are left out. */
  readonly dropped?: ReadonlyMap<string, string> | undefined;
  /** What is wrong with lines, by key. */
  readonly problems?: ReadonlyMap<string, readonly Problem[]> | undefined;
}

export function Lines({ lines: named, ghost = false, dropped, problems }: Properties): ReactNode {
  const say = useText("review");
  const told = useTold();
  const language = useLanguage();
  const { ontology, store } = useWorkbench();
  const [all, setAll] = useState(false);
  const lines = named.flatMap((line) => [line, ...(line.goesToo ?? []).map((each) => ({ ...each, with: line.key }))]);
  const isDropped = (line: Line & { readonly with?: string }): boolean => dropped?.has(line.with ?? line.key) ?? false;
  // What cannot be applied is never folded away.
  const shown = lines.filter((line, at) => all || at < FIRST || problems?.has(line.key));
  const isLong = lines.some((line, at) => at >= FIRST && !problems?.has(line.key));
  return (
    <>
      <ul className={ghost ? "lines ghost" : "lines"}>
        {shown.map((line) => (
          <li key={line.key} data-sign={line.sign} data-dropped={isDropped(line)} data-follows={"with" in line}>
            <span className="sign" role="img" aria-label={say(SIGNS[line.sign])}>
              {line.sign}
            </span>
            {ontology.nodeType.has(line.type) ? (
              <TypeSign nodeType={line.type} />
            ) : (
              <span className="relation-name">
                {phraseIn(ontology.relation.get(line.type)?.title, language) ?? line.type}
              </span>
            )}
            {line.nodeId ? (
              <button type="button" className="link" onClick={() => store.select([line.nodeId ?? ""])}>
                <bdi>{line.text}</bdi>
              </button>
            ) : (
              <bdi>{line.text}</bdi>
            )}
            {isDropped(line) ? <span className="visually-hidden">{say("row.rejected")}</span> : null}
            {line.goesToo ? (
              <span className="detail">{say("withRelations", { count: line.goesToo.length })}</span>
            ) : null}
            {"with" in line ? <span className="visually-hidden">{say("goesToo")}</span> : null}
            {line.detail ? (
              <span className="detail">
                <bdi>{line.detail}</bdi>
              </span>
            ) : null}
            {problems?.has(line.key) ? (
              <span className="wrong" data-severity="error">
                <span aria-hidden>✖ </span>
                <bdi>{problems.get(line.key)?.map(told.message).join(" ")}</bdi>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {isLong ? (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? say("fewer") : say("more", { count: lines.length - shown.length })}
        </button>
      ) : null}
    </>
  );
}

const SIGNS = { "+": "created", "~": "changed", "−": "deleted" } as const;
