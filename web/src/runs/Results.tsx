/** What a step gave back, as its kind is read: sources with scores, gaps, a table of evidence, an outline, checks. */

import { Fragment, type ReactNode } from "react";
import { readCited } from "../documents/reading";
import { Markdown } from "../markdown/Markdown";
import type {
  Evidence,
  FoundNodes,
  FoundPassages,
  HypothesisResult,
  QualityCheck,
  RetrievalResult,
  Source,
  Template,
  TraversalResult,
  UnderstoodQuestion,
  WrittenAnswer,
} from "../protocol";
import { percent } from "../ui/figures";
import { NodeChip } from "../ui/NodeChip";
import { useLanguage, useText } from "../ui/text";
import { frameworkTitle, sectionTitle } from "./frameworks";
import { useStepTitles } from "./kinds";
import { duration } from "./times";

/** Of a long list; the rest is in the whole result below. */
const MAX_ROWS = 40;

/** The view of a kind; `undefined` for one that has none of its own, and for a result of another shape. */
export function resultView(kind: string, result: unknown): ReactNode {
  if (typeof result !== "object" || result === null) return undefined;
  const has = (...fields: readonly string[]): boolean => fields.every((field) => field in result);
  switch (kind) {
    case "nlp_preprocessing":
      return has("nlp") ? <UnderstoodView {...(result as UnderstoodQuestion)} /> : undefined;
    case "semantic_search":
      return has("topDocuments") ? (
        <Searched query={(result as FoundPassages).query} sources={(result as FoundPassages).topDocuments} />
      ) : undefined;
    case "graph_search":
      return has("graphContext") ? (
        <Searched
          query={(result as FoundNodes).query}
          sources={(result as FoundNodes).graphContext}
          notice={(result as FoundNodes).notice}
        />
      ) : undefined;
    case "graph_traversal":
      return has("processSteps") ? (
        <Searched query={(result as TraversalResult).query} sources={(result as TraversalResult).processSteps} />
      ) : undefined;
    case "rag_retrieval":
    case "rag_retrieval_refined":
      return has("documents") ? (
        <Searched
          query={(result as RetrievalResult).refinedQuery}
          sources={(result as RetrievalResult).documents}
          notice={(result as RetrievalResult).notice}
        />
      ) : undefined;
    case "hypothesis_generation":
    case "hypothesis_refinement":
      return has("hypothesis", "method") ? <SupposedView {...(result as Asked)} /> : undefined;
    case "evidence_evaluation":
      return has("evidenceScores") ? <EvidenceTable {...(result as Evidence)} /> : undefined;
    case "template_construction":
      return has("template") ? <Outline {...(result as Template)} /> : undefined;
    case "quality_check":
      return has("checkType") ? <Checked {...(result as QualityCheck)} /> : undefined;
    case "llm_call_streaming":
      return has("text") ? <WrittenView {...(result as WrittenAnswer)} /> : undefined;
    default:
      return undefined;
  }
}

function WrittenView({ text, model, pieces = 0, streamingMs = 0 }: WrittenAnswer): ReactNode {
  const say = useText("runs");
  return (
    <>
      {pieces > 0 ? (
        <p className="note">
          <bdi>{model}</bdi>: {say("streamed", { count: pieces, time: duration(streamingMs) })}
        </p>
      ) : null}
      <Markdown text={text} />
    </>
  );
}

function UnderstoodView({ nlp }: UnderstoodQuestion): ReactNode {
  const say = useText("runs");
  return (
    <Facts
      facts={[
        [say("language"), nlp.language.toUpperCase()],
        [say("intent"), say(`intent.${nlp.intent}`)],
        [say("topic"), nlp.parsedQuery.mainTopic],
        [say("subtopics"), <Chips key="s" texts={nlp.parsedQuery.subtopics} />],
        [say("keywords"), <Chips key="k" texts={nlp.parsedQuery.keywords} />],
        [say("entities"), <Chips key="e" texts={nlp.entities} />],
        [
          say("quantities"),
          <Chips
            key="q"
            texts={(nlp.quantities ?? []).map((each) =>
              [each.about, each.value, each.unit].filter((part) => part !== "").join(" "),
            )}
          />,
        ],
        [say("complexity"), say(`complexity.${nlp.estimatedComplexity}`)],
      ]}
    />
  );
}

function Searched({
  query,
  sources,
  notice = "",
}: {
  readonly query?: string | undefined;
  readonly sources: readonly Source[];
  readonly notice?: string | undefined;
}): ReactNode {
  const say = useText("runs");
  return (
    <>
      {query ? (
        <p className="note">
          <bdi>{query}</bdi>
        </p>
      ) : null}
      {notice ? <p className="note">{notice}</p> : null}
      {sources.length === 0 ? (
        <p>{say("nothingFound")}</p>
      ) : (
        <table className="result-table">
          <thead>
            <tr>
              <th scope="col">{say("source")}</th>
              <th scope="col">{say("relevance")}</th>
            </tr>
          </thead>
          <tbody>
            {sources.slice(0, MAX_ROWS).map((source) => (
              <tr key={source.documentId}>
                <td>
                  <SourceCell source={source} />
                </td>
                <td>
                  <Score
                    value={source.relevanceScore ?? 0}
                    title={Object.entries(source.scores ?? {})
                      .map(([way, score]) => `${way} ${score.toFixed(2)}`)
                      .join(", ")}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function SourceCell({ source }: { readonly source: Source }): ReactNode {
  const say = useText("runs");
  if (source.isNode) {
    return (
      <>
        <NodeChip nodeId={source.documentId} />
        {source.depth ? <span className="note"> {say("hops", { count: source.depth })}</span> : null}
        <span className="note source-text">
          <bdi>{source.relationships?.join(" · ")}</bdi>
        </span>
      </>
    );
  }
  const place = [...new Set([source.title, source.section?.at(-1)])].filter(Boolean).join(" · ");
  return (
    <>
      <button
        type="button"
        className="link"
        title={source.text}
        onClick={() => readCited({ passageId: source.documentId })}
      >
        {source.label ? `${source.label} ` : ""}
        <bdi>{place}</bdi>
      </button>
      {source.suspicious ? (
        <span className="badge" data-status="waiting">
          {say("suspicious")}
        </span>
      ) : null}
      <span className="note source-text">
        <bdi>{source.text}</bdi>
      </span>
    </>
  );
}

/** The step as a whole tells what it asked for, by whose names its answers are called. */
type Asked = HypothesisResult & { readonly gapsAsked?: HypothesisResult["hypothesis"] };

function SupposedView({ hypothesis, method, note, gapsAsked }: Asked): ReactNode {
  const say = useText("runs");
  const language = useLanguage();
  const { baseFramework, sections } = hypothesis.suggestedStructure;
  const known = Object.entries(hypothesis.availableInformation);
  const open = new Set(hypothesis.missingInformation);
  const gaps = hypothesis.gaps.filter((gap) => open.has(gap.key));
  const asked = new Map((gapsAsked ?? hypothesis).gaps.map((gap) => [gap.key, gap]));
  return (
    <>
      <Facts
        facts={[
          [
            say("confidence"),
            <span key="c" title={hypothesis.confidenceReason}>
              {percent(hypothesis.confidenceEstimate, language)}{" "}
              <span className="note">{hypothesis.confidenceReason}</span>
            </span>,
          ],
          [say("criteria"), <Chips key="r" texts={hypothesis.requiredCriteria} />],
          [
            say("known"),
            known.length === 0 ? (
              ""
            ) : (
              <ul key="n" className="plain">
                {known.map(([key, value]) => (
                  <li key={key}>
                    <bdi>{asked.get(key)?.description ?? key}</bdi>:{" "}
                    <bdi>
                      {String(value)} {asked.get(key)?.unit}
                    </bdi>
                  </li>
                ))}
              </ul>
            ),
          ],
          [
            say("structure"),
            `${frameworkTitle(baseFramework, language)}: ${sections.map((each) => sectionTitle(baseFramework, each, language)).join(", ")}`,
          ],
          [say("budget"), say("tokenCount", { count: hypothesis.recommendedTokenBudget })],
          [say("method"), `${say(`method.${method}`)}${note ? `: ${note}` : ""}`],
        ]}
      />
      <h4>{say("gaps")}</h4>
      {gaps.length === 0 ? (
        <p className="note">{say("noGaps")}</p>
      ) : (
        <ul className="plain">
          {gaps.map((gap) => (
            <li key={gap.key}>
              <strong>
                <bdi>{gap.description}</bdi>
              </strong>
              {gap.unit ? ` [${gap.unit}]` : ""}
              {gap.assumption ? (
                <span className="note">
                  {" "}
                  {say("otherwise")} <bdi>{gap.assumption}</bdi>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function EvidenceTable({ evidenceScores, documentsEvaluated, documentsUsed, uncoveredCriteria }: Evidence): ReactNode {
  const say = useText("runs");
  const titles = useStepTitles();
  const criteria = [...new Set(evidenceScores.flatMap((each) => each.criteriaCoverage ?? []))];
  return (
    <>
      <p>{say("evidenceSum", { used: documentsUsed, all: documentsEvaluated })}</p>
      {uncoveredCriteria.length > 0 ? (
        <p className="bad">
          {say("uncovered")} {uncoveredCriteria.join(", ")}
        </p>
      ) : null}
      <div className="table-scroll" tabIndex={0} role="group" aria-label={titles.kind("evidence_evaluation")}>
        <table className="result-table coverage">
          <thead>
            <tr>
              <th scope="col">{say("source")}</th>
              <th scope="col">{say("score")}</th>
              {criteria.map((criterion) => (
                <th key={criterion} scope="col">
                  <bdi>{criterion}</bdi>
                </th>
              ))}
              <th scope="col">{say("used")}</th>
            </tr>
          </thead>
          <tbody>
            {evidenceScores.slice(0, MAX_ROWS).map((each) => (
              <tr key={each.documentId} data-used={each.usedInResponse ?? false}>
                <th scope="row">
                  <button type="button" className="link" onClick={() => readCited({ passageId: each.documentId })}>
                    {each.label}
                  </button>
                </th>
                <td>
                  <Score value={each.score} title={`${say("relevance")} ${each.relevanceScore.toFixed(2)}`} />
                </td>
                {criteria.map((criterion) => (
                  <td key={criterion} className="tick">
                    {each.criteriaCoverage?.includes(criterion) ? <Tick /> : ""}
                  </td>
                ))}
                <td className="tick">{each.usedInResponse ? <Tick /> : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Outline({ baseFramework, template, tokenBudget }: Template): ReactNode {
  const say = useText("runs");
  const language = useLanguage();
  return (
    <>
      <p className="note">
        {frameworkTitle(baseFramework, language)} · {say("tokenCount", { count: tokenBudget })}
      </p>
      <ol className="outline">
        {template.sections.map((section) => (
          <li key={section.sectionId}>
            <strong>
              <bdi>{section.title}</bdi>
            </strong>{" "}
            <Chips texts={section.criteria} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Checked({
  score,
  threshold,
  passed,
  checkType,
  details = [],
  missingCriteria,
  criteriaAddressed,
  criteriaTotal,
  sourcesCited,
  sourcesValid,
  hallucinationsDetected,
  contradictionsDetected,
}: QualityCheck): ReactNode {
  const say = useText("runs");
  return (
    <>
      <Facts
        facts={[
          [say(`check.${checkType}`), <Gauge key="g" score={score} threshold={threshold} passed={passed} />],
          [
            say("addressed"),
            criteriaTotal === undefined ? "" : say("of", { count: criteriaAddressed ?? 0, all: criteriaTotal }),
          ],
          [say("missing"), missingCriteria?.length ? <Chips key="m" texts={missingCriteria} /> : ""],
          [
            say("sourcesValid"),
            sourcesCited === undefined ? "" : say("of", { count: sourcesValid ?? 0, all: sourcesCited }),
          ],
          [say("invented"), hallucinationsDetected ? String(hallucinationsDetected) : ""],
          [say("contradictions"), contradictionsDetected ? String(contradictionsDetected) : ""],
        ]}
      />
      {details.length > 0 ? (
        <>
          <h4>{say("wrong")}</h4>
          <ul className="plain bad">
            {details.map((each) => (
              <li key={each}>
                <bdi>{each}</bdi>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

/** A score against the threshold it has to reach. */
export function Gauge({
  score,
  threshold,
  passed,
}: {
  readonly score: number;
  readonly threshold: number;
  readonly passed: boolean;
}): ReactNode {
  const say = useText("runs");
  const language = useLanguage();
  return (
    <span className="gauge" data-passed={passed}>
      <span className="bar-space" aria-hidden>
        <span className="bar" style={{ left: 0, width: `${score * 100}%` }} />
        <span className="threshold" style={{ insetInlineStart: `${threshold * 100}%` }} />
      </span>
      <span className="number">{percent(score, language)}</span>
      <span className="verdict" data-verdict={passed ? "passed" : "failed"}>
        {say(passed ? "verdict.passed" : "verdict.failed")}
      </span>
      <span className="note">{say("threshold", { share: percent(threshold, language) })}</span>
    </span>
  );
}

function Score({ value, title }: { readonly value: number; readonly title: string }): ReactNode {
  const number = new Intl.NumberFormat(useLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <span className="score" title={title}>
      <span className="bar-space" aria-hidden>
        <span className="bar" style={{ left: 0, width: `${Math.min(1, value) * 100}%` }} />
      </span>
      <span className="number">{number.format(value)}</span>
    </span>
  );
}

function Tick(): ReactNode {
  const say = useText("runs");
  return (
    <>
      <span aria-hidden>✓</span>
      <span className="visually-hidden">{say("yes")}</span>
    </>
  );
}

function Chips({ texts }: { readonly texts: readonly string[] }): ReactNode {
  return texts.length === 0 ? null : (
    <span className="chips">
      {texts.map((text) => (
        <span key={text} className="chip">
          <bdi>{text}</bdi>
        </span>
      ))}
    </span>
  );
}

/** Names and values; a value that is empty is left out with its name. */
function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }): ReactNode {
  const isThere = ([, value]: readonly [string, ReactNode]): boolean => value !== "" && !isEmptyChips(value);
  return (
    <dl className="fields">
      {facts.filter(isThere).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function isEmptyChips(value: ReactNode): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "props" in value &&
    Array.isArray((value.props as { readonly texts?: unknown }).texts) &&
    (value.props as { readonly texts: readonly unknown[] }).texts.length === 0
  );
}
