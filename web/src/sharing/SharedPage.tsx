/** What somebody sees who followed a link and has no account: one thing, to be read. */

import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { type Ontology, type Profile, readOntology } from "../canvases/ontology";
import { useAttributeTitle } from "../canvases/useAttributeTitle";
import { phraseIn } from "../locales/phrase";
import { Markdown } from "../markdown/Markdown";
import type { Node } from "../protocol";
import { type Rest, ServerError } from "../session/rest";
import { Session } from "../session/session";
import { browserWorld } from "../session/transport";
import { graphOf } from "../state/graph";
import { EMPTY } from "../state/state";
import { Store } from "../state/store";
import { ErrorText } from "../ui/ErrorText";
import { late } from "../ui/late";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { StoreContext } from "../ui/useStore";
import { WorkbenchContext } from "../ui/workbench";
import type { Shared } from "./share";
import "./sharing.css";

const GraphCanvas = late(() => import("../canvases/graph/GraphCanvas"));

type Found = "waiting" | ServerError | Shared;

export default function SharedPage({ rest, secret }: { readonly rest: Rest; readonly secret: string }): ReactNode {
  const say = useText("sharing");
  const [found, setFound] = useState<Found>("waiting");
  useEffect(() => {
    let isHere = true;
    const take = (told: Found): void => (isHere ? setFound(told) : undefined);
    rest.post<Shared>("/api/shared", { secret }).then(take, (problem: unknown) => {
      if (!(problem instanceof ServerError)) throw problem;
      take(problem);
    });
    return () => {
      isHere = false;
    };
  }, [rest, secret]);
  if (found === "waiting") return <p className="note pad">{say("loading")}</p>;
  if (found instanceof ServerError) return <NotShown problem={found} />;
  return <Opened shared={found} rest={rest} />;
}

/** A link that has ended is no fault of whoever follows it. */
function NotShown({ problem }: { readonly problem: ServerError }): ReactNode {
  const say = useText("sharing");
  return (
    <main className="door">
      <div className="card">
        <h1>{say(problem.code === "notFound" ? "ended" : "notNow")}</h1>
        {problem.code === "notFound" ? <p>{say("endedMore")}</p> : <ErrorText error={problem} />}
      </div>
    </main>
  );
}

function Opened({ shared, rest }: { readonly shared: Shared; readonly rest: Rest }): ReactNode {
  const say = useText("sharing");
  const language = useLanguage();
  const ontology = useMemo(
    () => readOntology({ nodeTypes: shared.nodeTypes ?? [], relations: shared.relations ?? [] } as unknown as Profile),
    [shared],
  );
  const workbench = useMemo(() => {
    const store = new Store({
      ...EMPTY,
      graph: graphOf(shared.revision ?? 0, shared.nodes ?? [], shared.edges ?? []),
      connection: { ...EMPTY.connection, status: "open", access: "viewer" },
      canvas: { ...EMPTY.canvas, view: shared.view ?? EMPTY.canvas.view },
    });
    // It is never opened: what is shown is all there is.
    const session = new Session(store, rest, "", browserWorld(""), () => crypto.randomUUID());
    return { store, session, rest, project: "", ontology };
  }, [shared, rest, ontology]);
  return (
    <WorkbenchContext.Provider value={workbench}>
      <StoreContext.Provider value={workbench.store}>
        <div className="shared-page">
          <header>
            <h1>
              <bdi>{shared.kind === "view" ? say("view", { project: shared.project ?? "" }) : shared.label}</bdi>
            </h1>
            <p className="note">
              <bdi>{say("by", { name: shared.by, until: moment(shared.expiresAt, language) })}</bdi>
            </p>
          </header>
          <main tabIndex={0} data-kind={shared.kind}>
            {shared.kind === "thread" ? <Talk shared={shared} /> : null}
            {shared.kind === "node" ? <Element shared={shared} ontology={ontology} /> : null}
            {shared.kind === "view" ? (
              <Suspense fallback={<p className="note pad">{say("loading")}</p>}>
                <GraphCanvas />
              </Suspense>
            ) : null}
          </main>
        </div>
      </StoreContext.Provider>
    </WorkbenchContext.Provider>
  );
}

function Talk({ shared }: { readonly shared: Shared }): ReactNode {
  return (shared.messages ?? []).map(({ kind, name, text }, at) => (
    <article key={at} className="card" data-kind={kind}>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <Markdown text={text} />
    </article>
  ));
}

function Element({ shared, ontology }: { readonly shared: Shared; readonly ontology: Ontology }): ReactNode {
  const say = useText("sharing");
  const language = useLanguage();
  const titleOf = useAttributeTitle();
  const [node] = shared.nodes ?? [];
  if (node === undefined) return null;
  const names = new Map((shared.ends ?? []).map(({ nodeId, name }) => [nodeId, name]));
  const relationOf = (name: string): string =>
    phraseIn(ontology.relations.find((each) => each.name === name)?.title, language) ?? name;
  return (
    <>
      <p>
        <span className="badge">
          {phraseIn(ontology.nodeType.get(node.nodeType)?.title, language) ?? node.nodeType}
        </span>{" "}
        <bdi>{node.descr}</bdi>
      </p>
      <dl>
        {Object.entries(node.attributes).map(([key, value]) => (
          <div key={key}>
            <dt>{titleOf(key)}</dt>
            <dd>
              <bdi>{written(value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {shared.edges?.length ? (
        <section aria-label={say("relations")}>
          <h2>{say("relations")}</h2>
          <ul>
            {shared.edges.map(({ edgeId, edgeType, source, target }) => (
              <li key={edgeId}>
                <bdi>{names.get(source) ?? node.name}</bdi> <em>{relationOf(edgeType)}</em>{" "}
                <bdi>{names.get(target) ?? node.name}</bdi>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function written(value: Node["attributes"][string]): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
