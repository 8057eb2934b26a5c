/** What is started at times: when next, for whom, and what became of it last. */

import { type ReactNode, useState } from "react";
import { useWorkflows } from "../runs/useWorkflows";
import { projectPath } from "../session/rest";
import { mayAskIn } from "../state/people";
import { AskedButton } from "../ui/AskedButton";
import { ErrorNotice, ErrorText } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import type { Schedule, ScheduleList } from "./automation";
import { ScheduleForm } from "./ScheduleForm";
import { useListed } from "./useListed";

export function Schedules({ isAdmin }: { readonly isAdmin: boolean }): ReactNode {
  const say = useText("automation");
  const { rest, project } = useWorkbench();
  const me = useStore((state) => state.connection.me);
  const mayAsk = useStore(mayAskIn);
  const path = `${projectPath(project)}/schedules`;
  const { listed, isBusy, error, done } = useListed<ScheduleList>(path);
  if (!listed) return error ? <ErrorText error={error} /> : <p className="note">{say("loading")}</p>;
  return (
    <>
      <ul className="automations" aria-busy={isBusy}>
        {listed.schedules.map((schedule) => {
          const isMine = schedule.owner.personId === me?.personId;
          const at = `${path}/${schedule.scheduleId}`;
          return (
            <Row
              key={schedule.scheduleId}
              schedule={schedule}
              edited={(close) => (
                <ScheduleForm
                  isBusy={isBusy}
                  workflows={listed.workflows}
                  schedule={schedule}
                  keep={(body) => done(rest.patch(at, body))}
                  close={close}
                />
              )}
              turn={(isOn) => void done(rest.patch(at, { isOn }))}
              remove={() => void done(rest.delete(at))}
              mayTurnOn={isMine}
              mayTurnOff={isMine || isAdmin}
            />
          );
        })}
      </ul>
      {listed.schedules.length === 0 ? <p className="note">{say("noSchedules")}</p> : null}
      <ErrorNotice error={error} />
      {mayAsk ? (
        <ScheduleForm isBusy={isBusy} workflows={listed.workflows} keep={(body) => done(rest.post(path, body))} />
      ) : null}
    </>
  );
}

interface RowProperties {
  readonly schedule: Schedule;
  /** The form in its place, which calls back when it is done with. */
  readonly edited: (close: () => void) => ReactNode;
  readonly turn: (isOn: boolean) => void;
  readonly remove: () => void;
  readonly mayTurnOn: boolean;
  readonly mayTurnOff: boolean;
}

function Row({ schedule, edited, turn, remove, mayTurnOn, mayTurnOff }: RowProperties): ReactNode {
  const say = useText("automation");
  const { title } = useWorkflows();
  const [isEdited, setIsEdited] = useState(false);
  const language = useLanguage();
  const { name, cron, zone, workflow, nextAt } = schedule;
  const isOn = schedule.isOn !== false;
  const last = schedule.starts?.at(-1);
  if (isEdited) return <li>{edited(() => setIsEdited(false))}</li>;
  return (
    <li>
      <div className="what">
        <strong>
          <bdi>{name}</bdi>
        </strong>{" "}
        <span className="badge">{title(workflow)}</span>
        <p>
          <bdi>{schedule.text}</bdi>
        </p>
        <p className="note">
          {nextAt ? say("next", { at: moment(nextAt, language) }) : say("isOff")} · <code>{cron}</code> {zone} ·{" "}
          <bdi>{schedule.owner.name}</bdi>
        </p>
        {schedule.problem ? <p className="note bad">{schedule.problem}</p> : null}
        {last ? (
          <p className={last.status === "started" ? "note" : "note bad"}>
            {say("last", { at: moment(last.due, language) })} {say(`start.${last.status}`)} {last.reason ?? ""}
            {last.passed ? ` ${say("passed", { count: last.passed })}` : ""}
          </p>
        ) : null}
      </div>
      {mayTurnOn ? (
        <button type="button" aria-label={say("editOf", { name })} onClick={() => setIsEdited(true)}>
          {say("edit")}
        </button>
      ) : null}
      {(isOn ? mayTurnOff : mayTurnOn) ? (
        <button type="button" onClick={() => turn(!isOn)}>
          {say(isOn ? "turnOff" : "turnOn")}
        </button>
      ) : null}
      {mayTurnOff ? (
        <AskedButton
          text={say("remove")}
          label={say("removeOf", { name })}
          question={say("removeReally", { name })}
          run={remove}
        />
      ) : null}
    </li>
  );
}
