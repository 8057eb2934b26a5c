/** What `/api/installation` tells. */

import type { MailProblem } from "../people/mail";

export interface ProjectStanding {
  readonly projectId: string;
  readonly name: string;
  readonly admins: readonly string[];
  readonly revision: number;
  readonly entries: number;
  readonly documents: number;
  readonly documentBytes: number;
  readonly changedAt: string;
  /** Why nothing of it may be removed. */
  readonly hold?: string;
}

export interface JobStanding {
  readonly kind: "runs" | "webhooks" | "schedules" | "deletions" | "retention" | "compaction";
  readonly count: number;
  readonly failing?: number;
  readonly doneAt?: string;
}

/** Absent where no mail server is set. */
export interface MailHealth {
  readonly server: string;
  readonly sender: string;
  readonly people: number;
  readonly waiting: number;
  readonly failing: number;
  readonly givenUp: number;
  /** Of the newest attempt that failed, where one does. */
  readonly problem?: MailProblem;
}

export interface Installation {
  readonly version: string;
  readonly trouble?: string;
  readonly waitsForStandby?: boolean;
  readonly sessions: number;
  readonly storage: { readonly dataBytes?: number; readonly freeBytes?: number };
  readonly projects: readonly ProjectStanding[];
  readonly jobs: readonly JobStanding[];
  readonly mail?: MailHealth;
}

const STEP = 1000;
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Bytes as people write them: `1.2 MB`. */
export function size(bytes: number, language: string): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP)));
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: UNITS[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(bytes / STEP ** power);
}
