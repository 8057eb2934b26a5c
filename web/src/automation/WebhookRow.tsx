/** One receiver: where it is, whether it is told, and the newest deliveries with what became of each. */

import type { ReactNode } from "react";
import { AskedButton } from "../ui/AskedButton";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import type { Delivery, Webhook } from "./automation";

const SHOWN = 10;

interface Properties {
  readonly webhook: Webhook;
  readonly turn: (isOn: boolean, fromNow: boolean) => void;
  readonly test: () => void;
  readonly renew: () => void;
  readonly redeliver: (sequence: number) => void;
  readonly remove: () => void;
}

export function WebhookRow({ webhook, turn, test, renew, redeliver, remove }: Properties): ReactNode {
  const say = useText("automation");
  const language = useLanguage();
  const { url, off, failingSince } = webhook;
  const deliveries = (webhook.deliveries ?? []).slice(-SHOWN).reverse();
  return (
    <li>
      <div className="what">
        <strong>
          <bdi>{url}</bdi>
        </strong>{" "}
        <span className={off ? "badge bad" : "badge"}>{say(off ? `off.${off}` : "on")}</span>
        {failingSince && !off ? (
          <p className="note bad">{say("failingSince", { since: moment(failingSince, language) })}</p>
        ) : null}
        <p className="note">{webhook.events.length ? webhook.events.join(", ") : say("everyEvent")}</p>
      </div>
      {off ? (
        <>
          <button type="button" onClick={() => turn(true, false)}>
            {say("turnOn")}
          </button>
          <button type="button" onClick={() => turn(true, true)}>
            {say("turnOnFromNow")}
          </button>
        </>
      ) : (
        <button type="button" onClick={() => turn(false, false)}>
          {say("turnOff")}
        </button>
      )}
      <button type="button" onClick={test}>
        {say("test")}
      </button>
      <AskedButton text={say("newSecret")} question={say("newSecretReally")} run={renew} />
      <AskedButton
        text={say("remove")}
        label={say("removeOf", { name: url })}
        question={say("removeReally", { name: url })}
        run={remove}
      />
      {deliveries.length ? (
        <details className="all">
          <summary>{say("deliveries")}</summary>
          <table>
            <tbody>
              {deliveries.map((each) => (
                <Row
                  key={`${each.kind} ${each.sequence} ${each.at}`}
                  delivery={each}
                  again={() => redeliver(each.sequence)}
                />
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </li>
  );
}

function Row({ delivery, again }: { readonly delivery: Delivery; readonly again: () => void }): ReactNode {
  const say = useText("automation");
  const language = useLanguage();
  const { problem, httpStatus, nextAt } = delivery;
  return (
    <tr>
      <td>{moment(delivery.at, language)}</td>
      <td>
        <code>{delivery.type}</code> {delivery.kind === "test" ? "" : delivery.sequence}
      </td>
      <td className={problem ? "bad" : ""}>
        {problem ? say(`problem.${problem}`) : say("taken")} {httpStatus ?? ""}{" "}
        {nextAt ? say("again", { at: moment(nextAt, language) }) : ""}
      </td>
      <td>
        {delivery.kind === "test" ? null : (
          <button type="button" className="link" onClick={again}>
            {say("redeliver")}
          </button>
        )}
      </td>
    </tr>
  );
}
