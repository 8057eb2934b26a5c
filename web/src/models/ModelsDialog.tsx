/** Which language models are configured, what each can do and why not the rest, and what each workflow uses. Read only. */

import { type ReactNode, useEffect, useId, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { ConfiguredModel, ModelList, ModelUse, WORKFLOWS } from "../protocol";
import { Dialog } from "../ui/Dialog";
import { ErrorNotice } from "../ui/ErrorText";
import { useLanguage, useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { budgetText, day, factsOf } from "./facts";
import "./models.css";

export default function ModelsDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("models");
  const { rest } = useWorkbench();
  const [list, setList] = useState<ModelList | null>(null);
  const { error, ask } = useAsk();
  useEffect(() => {
    void ask(rest.get<ModelList>("/api/models")).then((answer) => answer && setList(answer));
  }, [ask, rest]);
  return (
    <Dialog title={say("title")} close={close} wide>
      <ErrorNotice error={error} />
      {list === null && !error ? <p className="note">{say("loading")}</p> : null}
      {list?.models.length === 0 ? (
        <>
          <p>{say("none")}</p>
          <p className="note">{say("howTo")}</p>
        </>
      ) : null}
      {list && list.models.length > 0 ? (
        <div className="models" tabIndex={0} role="group" aria-label={say("title")}>
          {list.models.map((model) => (
            <Model key={model.model} model={model} uses={list.uses.filter((use) => use.model === model.model)} />
          ))}
          <Uses uses={list.uses} />
          <p className="note">{say("readOnly")}</p>
        </div>
      ) : null}
    </Dialog>
  );
}

function Model({ model, uses }: { readonly model: ConfiguredModel; readonly uses: readonly ModelUse[] }): ReactNode {
  const say = useText("models");
  const language = useLanguage();
  const heading = useId();
  const nameOf = useUseName();
  const { probe } = model;
  return (
    <section className="model" aria-labelledby={heading}>
      <h3 id={heading}>
        <bdi>{model.model}</bdi> {model.isFallback ? <span className="badge">{say("fallback")}</span> : null}
      </h3>
      {model.missingKey ? <p className="bad">{say("missingKey", { name: model.missingKey })}</p> : null}
      {model.ends ? <p className="note">{say("ends", { date: day(model.ends, language) })}</p> : null}
      {probe ? (
        <p className={probe.error ? "bad" : "note"}>
          {probe.error
            ? say("probeFailed", { date: day(probe.at, language), error: probe.error })
            : say("probed", { date: day(probe.at, language) })}
        </p>
      ) : null}
      <dl className="fields">
        <dt>{say("answersFor")}</dt>
        <dd>{uses.map(nameOf).join(", ") || say("nothing")}</dd>
        {factsOf(model, say, language).map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </dl>
      <Abilities model={model} />
    </section>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  );
}

function Abilities({ model }: { readonly model: ConfiguredModel }): ReactNode {
  const say = useText("models");
  const nameOf = useUseName();
  return (
    <table>
      <caption>{say("can")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("workflow")}</th>
          <th scope="col">{say("able")}</th>
          <th scope="col">{say("why")}</th>
        </tr>
      </thead>
      <tbody>
        {model.workflows.map(({ workflow, ability, obstacles }) => (
          <tr key={workflow} data-ability={ability}>
            <th scope="row">{nameOf({ workflow, persona: "" })}</th>
            <td>
              <span aria-hidden>{SIGNS[ability]}</span> {say(`ability.${ability}`)}
            </td>
            <td>{obstacles.map((obstacle) => say(`obstacle.${obstacle}`)).join("; ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Uses({ uses }: { readonly uses: readonly ModelUse[] }): ReactNode {
  const say = useText("models");
  const language = useLanguage();
  const nameOf = useUseName();
  return (
    <section className="model">
      <table>
        <caption>{say("uses")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("workflow")}</th>
            <th scope="col">{say("model")}</th>
            <th scope="col">{say("effort")}</th>
            <th scope="col">{say("budget")}</th>
          </tr>
        </thead>
        <tbody>
          {uses.map((use) => (
            <tr key={`${use.workflow}.${use.persona}`}>
              <th scope="row">{nameOf(use)}</th>
              <td>
                <bdi>{use.model}</bdi>
              </td>
              <td>{use.effort || say("own")}</td>
              <td>{budgetText(use.budget, say, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `Discuss` or `Discuss: Solver`. */
function useUseName(): (use: Pick<ModelUse, "workflow" | "persona">) => string {
  const say = useText("chat");
  return ({ workflow, persona }) => {
    const name = say(`workflow.${workflow as (typeof WORKFLOWS)[number]}`);
    return persona ? `${name}: ${persona}` : name;
  };
}

/** Colour is never the only sign. */
const SIGNS = { yes: "✔", limited: "▲", no: "✖" } as const;
