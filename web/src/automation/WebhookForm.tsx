/** The address of a receiver, and what it is told. */

import { type ReactNode, useState } from "react";
import { useText } from "../ui/text";

/** What most receivers want: changes, and what waits for people. */
const USUAL: readonly string[] = ["commit.applied", "proposal.opened", "proposal.decided", "run.finished"];

interface Properties {
  readonly isBusy: boolean;
  readonly eventTypes: readonly string[];
  /** Whether it was added. */
  readonly add: (body: { readonly url: string; readonly events: readonly string[] }) => Promise<boolean>;
}

export function WebhookForm({ isBusy, eventTypes, add }: Properties): ReactNode {
  const say = useText("automation");
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState(USUAL);
  const toggle = (type: string): void =>
    setEvents((chosen) => (chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type]));
  const send = async (): Promise<void> => {
    if (await add({ url, events: events.length === eventTypes.length ? [] : events })) setUrl("");
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="row wrap">
        <input
          type="text"
          inputMode="url"
          className="grow"
          aria-label={say("address")}
          placeholder="https://…"
          required
          maxLength={2000}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <button type="submit" className="primary" disabled={isBusy || events.length === 0}>
          {say("addWebhook")}
        </button>
      </div>
      <details>
        <summary>{say("eventsChosen", { count: events.length })}</summary>
        <div className="row wrap">
          {eventTypes.map((type) => (
            <label key={type} className="row">
              <input type="checkbox" checked={events.includes(type)} onChange={() => toggle(type)} />
              <code>{type}</code>
            </label>
          ))}
        </div>
      </details>
      <p className="note">{say("webhookHint")}</p>
    </form>
  );
}
