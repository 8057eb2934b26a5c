/** Webhooks and schedules as the server tells them. */

export interface Delivery {
  readonly sequence: number;
  readonly type: string;
  readonly kind: "event" | "test" | "redelivery";
  readonly status: "delivered" | "retrying" | "failed";
  readonly attempts: number;
  readonly at: string;
  readonly nextAt?: string;
  readonly httpStatus?: number;
  readonly problem?: "address" | "name" | "connection" | "certificate" | "time" | "status";
}

export interface Webhook {
  readonly webhookId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
  readonly failingSince?: string;
  readonly off?: "person" | "failing" | "gone";
  readonly deliveries?: readonly Delivery[];
}

export interface IssuedWebhook {
  readonly webhook: Webhook;
  readonly secret: string;
}

export interface WebhookList {
  readonly webhooks: readonly Webhook[];
  readonly eventTypes: readonly string[];
}

interface ScheduleStart {
  readonly due: string;
  readonly status: "started" | "running" | "missed" | "limit" | "access" | "refused";
  readonly runId?: string;
  readonly passed?: number;
  readonly reason?: string;
}

export interface Schedule {
  readonly scheduleId: string;
  readonly name: string;
  readonly cron: string;
  readonly zone: string;
  readonly workflow: string;
  readonly text: string;
  readonly owner: { readonly personId: string; readonly name: string };
  /** Absent: yes. */
  readonly isOn?: boolean;
  readonly nextAt?: string;
  /** Why it is never due at this server. */
  readonly problem?: string;
  readonly threadId?: string;
  readonly starts?: readonly ScheduleStart[];
  readonly lastStatus?: string;
}

export interface ScheduleList {
  readonly schedules: readonly Schedule[];
  readonly workflows: readonly string[];
}
