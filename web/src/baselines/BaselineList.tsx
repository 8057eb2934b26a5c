/** The named revisions of the project: ask about one, compare it with now, rename it, take its name away. */

import { type ReactNode, useState } from "react";
import type { Baseline } from "../protocol";
import { may } from "../state/people";
import { writeToComposer } from "../ui/focus";
import { keyLabel } from "../ui/keyboard";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { shown, useWorkbench } from "../ui/workbench";
import { baselinePath, selectBaselines } from "./baselines";
import { ComparisonView } from "./ComparisonView";
import NameDialog from "./NameDialog";
import { NameForm } from "./NameForm";
import "./baselines.css";

export function BaselineList(): ReactNode {
  const say = useText("baselines");
  const baselines = useStore(selectBaselines);
  const mayBuild = may(
    useStore((state) => state.connection.access),
    "build",
  );
  const [compared, setCompared] = useState<string | null>(null);
  const [isNaming, setNaming] = useState(false);
  return (
    <section className="baselines" aria-label={say("baselines")}>
      <header className="row">
        <h3>{say("baselines")}</h3>
        {mayBuild ? (
          <button type="button" className="quiet" title={keyLabel("Mod+S")} onClick={() => setNaming(true)}>
            {say("nameIt")}
          </button>
        ) : null}
      </header>
      {isNaming ? <NameDialog close={() => setNaming(false)} /> : null}
      {baselines.length === 0 ? <p className="note">{say("none")}</p> : null}
      <ul>
        {baselines.map((each) => (
          <Row key={each.name} baseline={each} compare={() => setCompared(each.name)} />
        ))}
      </ul>
      {compared === null ? null : <ComparisonView base={compared} close={() => setCompared(null)} />}
    </section>
  );
}

function Row({ baseline, compare }: { readonly baseline: Baseline; readonly compare: () => void }): ReactNode {
  const say = useText("baselines");
  const language = useLanguage();
  const { rest, project } = useWorkbench();
  const mayBuild = may(
    useStore((state) => state.connection.access),
    "build",
  );
  const [isNaming, setNaming] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { name, revision } = baseline;
  const path = baselinePath(project, name);
  const remove = async (): Promise<void> => {
    if (await shown(rest.delete(path))) toasts.done(say("removed", { name }));
  };
  return (
    <li>
      <div className="baseline-line">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="badge">{say("revision", { revision })}</span>
        <span className="note grow">
          <bdi>{say("by", { name: baseline.person.name, when: moment(baseline.at, language) })}</bdi>
        </span>
        <button
          type="button"
          className="quiet"
          aria-label={say("askOf", { name })}
          onClick={() => writeToComposer(`@${name} `)}
        >
          {say("ask")}
        </button>
        <button type="button" className="quiet" aria-label={say("compareOf", { name })} onClick={compare}>
          {say("compare")}
        </button>
        {mayBuild ? (
          <button
            type="button"
            className="quiet"
            aria-label={say("renameOf", { name })}
            onClick={() => setNaming(true)}
          >
            {say("rename")}
          </button>
        ) : null}
        {mayBuild ? (
          <button
            type="button"
            className={isAsked ? "stop" : "quiet"}
            aria-label={say(isAsked ? "removeReally" : "removeOf", { name })}
            onBlur={() => setAsked(false)}
            onClick={() => (isAsked ? void remove() : setAsked(true))}
          >
            {isAsked ? say("removeReally", { name }) : say("remove")}
          </button>
        ) : null}
      </div>
      {isNaming ? (
        <NameForm
          label={say("renameOf", { name })}
          first={name}
          give={(other) => rest.patch<Baseline>(path, { name: other })}
          done={() => setNaming(false)}
          cancel={() => setNaming(false)}
        />
      ) : null}
    </li>
  );
}
