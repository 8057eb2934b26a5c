/** What is asked, and when: a usual time, or cron words of one's own, in a time zone. For a new schedule and for one that is changed. */

import { type ReactNode, useState } from "react";
import { useWorkflows } from "../runs/useWorkflows";
import { useText } from "../ui/text";
import { useBegun } from "../ui/useBegun";
import type { Schedule } from "./automation";

const USUAL = { nightly: "0 3 * * *", weekdays: "0 7 * * 1-5", weekly: "0 7 * * 1", hourly: "0 * * * *" } as const;

/** In place of a workflow that the server no longer has, such as one of a plugin: another must be chosen. */
const GONE = "";

type Usual = keyof typeof USUAL;

interface Properties {
  readonly isBusy: boolean;
  readonly workflows: readonly string[];
  /** The one that is changed; a new one when absent. */
  readonly schedule?: Schedule;
  /** Whether it was kept. */
  readonly keep: (body: object) => Promise<boolean>;
  readonly close?: () => void;
}

export function ScheduleForm({ isBusy, workflows, schedule, keep, close }: Properties): ReactNode {
  const say = useText("automation");
  const { title } = useWorkflows();
  const place = `schedule ${schedule?.scheduleId ?? "new"}`;
  const [name = schedule?.name ?? "", setName] = useBegun(`${place} name`);
  const [text = schedule?.text ?? "", setText] = useBegun(`${place} text`);
  const forget = (): void => {
    setName(undefined);
    setText(undefined);
  };
  const [cron, setCron] = useState<string>(schedule?.cron ?? USUAL.nightly);
  const first = schedule?.workflow ?? "ask";
  const [workflow, setWorkflow] = useState(workflows.includes(first) ? first : GONE);
  const [zone, setZone] = useState(schedule?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const send = async (): Promise<void> => {
    if (!(await keep({ name, text, cron, workflow, zone }))) return;
    forget();
    close?.();
  };
  return (
    <form
      className="form"
      aria-label={schedule ? say("editOf", { name: schedule.name }) : say("addSchedule")}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="row wrap">
        <input
          type="text"
          aria-label={say("name")}
          placeholder={say("name")}
          required
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <When cron={cron} zone={zone} setCron={setCron} setZone={setZone} />
        <select
          aria-label={say("workflow")}
          required
          value={workflow}
          onChange={(event) => setWorkflow(event.target.value)}
        >
          {workflow === GONE ? (
            <option value={GONE} disabled>
              {say("workflowGone", { workflow: title(first) })}
            </option>
          ) : null}
          {workflows.map((each) => (
            <option key={each} value={each}>
              {title(each)}
            </option>
          ))}
        </select>
      </div>
      <div className="row wrap">
        <input
          type="text"
          className="grow"
          aria-label={say("question")}
          placeholder={say("question")}
          required
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="primary" disabled={isBusy}>
          {say(schedule ? "keep" : "addSchedule")}
        </button>
        {close ? (
          <button
            type="button"
            onClick={() => {
              forget();
              close();
            }}
          >
            {say("cancel")}
          </button>
        ) : null}
      </div>
      <p className="note">{say("scheduleHint", { zone })}</p>
    </form>
  );
}

interface Times {
  readonly cron: string;
  readonly zone: string;
  readonly setCron: (cron: string) => void;
  readonly setZone: (zone: string) => void;
}

/** The times: usual ones by name, and the words and the zone that they are made of. */
function When({ cron, zone, setCron, setZone }: Times): ReactNode {
  const say = useText("automation");
  return (
    <>
      <select
        aria-label={say("usual")}
        value={Object.values(USUAL).find((each) => each === cron) ?? ""}
        onChange={(event) => setCron(event.target.value)}
      >
        {(Object.keys(USUAL) as Usual[]).map((each) => (
          <option key={each} value={USUAL[each]}>
            {say(`usual.${each}`)}
          </option>
        ))}
        <option value="">{say("ownWords")}</option>
      </select>
      <input
        type="text"
        aria-label={say("cron")}
        title={say("cron")}
        required
        maxLength={80}
        value={cron}
        onChange={(event) => setCron(event.target.value)}
      />
      <input
        type="text"
        aria-label={say("zone")}
        title={say("zone")}
        required
        maxLength={80}
        value={zone}
        onChange={(event) => setZone(event.target.value)}
      />
    </>
  );
}
