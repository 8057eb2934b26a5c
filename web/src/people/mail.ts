/** What `/api/session/mail` tells: where and of what somebody is told by mail. */

export interface MailChoices {
  /** Not where no mail server is set: then there is nothing to choose. */
  readonly isOffered: boolean;
  readonly address?: string;
  /** One that waits for its code. */
  readonly awaited?: string;
  readonly comments?: boolean;
  readonly reviews?: boolean;
  /** Nobody had taken a mail for days, so none is sent any more. */
  readonly givenUpAt?: string;
  readonly problem?: MailProblem;
}

/** Why nobody took a mail. */
export type MailProblem = "connection" | "certificate" | "login" | "sender" | "recipient" | "time" | "answer";

export const MAIL = "/api/session/mail";
export const UNSUBSCRIBED = "/api/mail/unsubscribed";
