/** The receivers of a project: added, tried, turned on and off, and what became of the newest deliveries. */

import { type ReactNode, useState } from "react";
import { OnceShown } from "../people/OnceShown";
import { projectPath } from "../session/rest";
import { ErrorNotice, ErrorText } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import type { Delivery, IssuedWebhook, Webhook, WebhookList } from "./automation";
import { hostOf } from "./hostOf";
import { useListed } from "./useListed";
import { WebhookForm } from "./WebhookForm";
import { WebhookRow } from "./WebhookRow";

export function Webhooks(): ReactNode {
  const say = useText("automation");
  const { rest, project } = useWorkbench();
  const [issued, setIssued] = useState<IssuedWebhook | null>(null);
  const path = `${projectPath(project)}/webhooks`;
  const { listed, isBusy, error, done } = useListed<WebhookList>(path);
  const issue = (work: Promise<IssuedWebhook>): Promise<boolean> =>
    done(
      work.then((made) => {
        setIssued(made);
        return made;
      }),
    );
  if (!listed) return error ? <ErrorText error={error} /> : <p className="note">{say("loading")}</p>;
  const at = (webhook: Webhook): string => `${path}/${webhook.webhookId}`;
  return (
    <>
      <ul className="automations" aria-busy={isBusy}>
        {listed.webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.webhookId}
            webhook={webhook}
            turn={(isOn, fromNow) => void done(rest.patch(at(webhook), { isOn, fromNow }))}
            test={() => void done(rest.post<Delivery>(`${at(webhook)}/test`, {}))}
            renew={() => void issue(rest.post<IssuedWebhook>(`${at(webhook)}/secret`, {}))}
            redeliver={(sequence) => void done(rest.post<Delivery>(`${at(webhook)}/redeliveries`, { sequence }))}
            remove={() => void done(rest.delete(at(webhook)))}
          />
        ))}
      </ul>
      {listed.webhooks.length === 0 ? <p className="note">{say("noWebhooks")}</p> : null}
      {issued ? (
        <OnceShown
          key={issued.secret}
          label={say("secretOf", { host: hostOf(issued.webhook.url) })}
          text={issued.secret}
        />
      ) : null}
      <ErrorNotice error={error} />
      <WebhookForm
        isBusy={isBusy}
        eventTypes={listed.eventTypes}
        add={(body) => issue(rest.post<IssuedWebhook>(path, body))}
      />
    </>
  );
}
