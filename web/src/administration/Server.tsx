/** How the server is: whether changes are taken, what lies on its disk, what it does by itself. */

import type { ReactNode } from "react";
import type { Rest } from "../session/rest";
import { useLanguage } from "../ui/text";
import { type Installation, type JobStanding, size } from "./installation";
import { MailServer } from "./MailServer";
import { useWords } from "./useWords";

export function Server({ rest, told }: { readonly rest: Rest; readonly told: Installation }): ReactNode {
  const say = useWords();
  const language = useLanguage();
  const { storage, waitsForStandby, trouble } = told;
  const onDisk =
    storage.dataBytes === undefined
      ? say("storedElsewhere")
      : say("stored", { taken: size(storage.dataBytes, language), free: size(storage.freeBytes ?? 0, language) });
  const standby = waitsForStandby === undefined ? null : say(waitsForStandby ? "standby.waits" : "standby.none");
  return (
    <>
      <dl className="facts">
        <dt>{say("health")}</dt>
        <dd>
          {trouble ? <bdi>{trouble}</bdi> : say("healthy")} {standby}
        </dd>
        <dt>{say("storage")}</dt>
        <dd>{onDisk}</dd>
        <dt>{say("connected")}</dt>
        <dd>{told.sessions}</dd>
        {told.jobs.map((each) => (
          <Job key={each.kind} job={each} />
        ))}
        <dt>{say("version")}</dt>
        <dd>{told.version}</dd>
      </dl>
      {told.mail === undefined ? null : <MailServer rest={rest} told={told.mail} />}
    </>
  );
}

function Job({ job: { kind, count, failing = 0, doneAt } }: { readonly job: JobStanding }): ReactNode {
  const say = useWords();
  const language = useLanguage();
  const day = doneAt ? new Date(doneAt).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" }) : null;
  const amount =
    kind === "compaction"
      ? say("everyDays", { count })
      : kind === "retention" && count === 0
        ? say("nothingForgotten")
        : count;
  return (
    <>
      <dt>{say(`job.${kind}`)}</dt>
      <dd>
        {amount}
        {failing > 0 ? ` (${say("failing", { count: failing })})` : null} {day ? say("lastSweep", { day }) : null}
      </dd>
    </>
  );
}
