/** Figures as people read them. Pure. */

import type { Language } from "../locales";

interface Spent {
  /** Millionths of `currency`. */
  readonly costMicros: number;
  /** Empty as long as nothing was spent. */
  readonly currency: string;
}

const CENT = 10_000;

/** A step costs a fraction of a cent: what is small keeps its first digits. */
export function money({ costMicros, currency }: Spent, language: Language): string {
  const digits = costMicros < CENT ? 6 : costMicros < 100 * CENT ? 4 : 2;
  const style = currency ? ({ style: "currency", currency } as const) : {};
  return new Intl.NumberFormat(language, { ...style, minimumFractionDigits: 2, maximumFractionDigits: digits }).format(
    costMicros / 1_000_000,
  );
}

/** 0 to 1 as `86 %`; 100 % only where nothing is missing. */
export function percent(share: number, language: Language): string {
  const told = share < 1 ? Math.min(share, 0.99) : share;
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(told);
}
