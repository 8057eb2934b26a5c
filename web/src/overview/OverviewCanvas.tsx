/** A project at a glance: how it stands, what waits for people, what it holds, and what was done last. */

import type { ReactNode } from "react";
import { isEmptyModel } from "../state/state";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { Changes } from "./Changes";
import { Holdings } from "./Holdings";
import { Rules } from "./Rules";
import { Standing } from "./Standing";
import { Trend } from "./Trend";
import { useOverview } from "./useOverview";
import { Waiting } from "./Waiting";
import "./overview.css";

export default function OverviewCanvas(): ReactNode {
  const say = useText("overview");
  const name = useStore((state) => state.project?.name);
  const revision = useStore((state) => state.graph.revision);
  const isEmpty = useStore(isEmptyModel);
  const isKnown = useStore((state) => state.project !== undefined);
  const { overview, error } = useOverview();
  return (
    <div className="overview">
      <header>
        <bdi className="overview-name">{name}</bdi>{" "}
        {isKnown ? <span className="note">{say("revision", { revision })}</span> : null}
      </header>
      <ErrorNotice error={error} />
      {isEmpty ? <p className="note">{say("empty")}</p> : null}
      <div className="overview-cards">
        {overview === undefined || isEmpty ? null : <Standing overview={overview} />}
        {overview === undefined || isEmpty ? null : <Trend overview={overview} />}
        <Waiting />
        {isEmpty ? null : <Holdings />}
        {overview === undefined || isEmpty ? null : <Rules overview={overview} />}
        <Changes />
      </div>
    </div>
  );
}
