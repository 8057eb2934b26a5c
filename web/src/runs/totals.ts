/** Figures as people read them. Pure. */

/** Millionths of a currency: `0,0042 €`. */
export function money(micros: number, currency: string, language: string): string {
  const style = currency ? ({ style: "currency", currency } as const) : {};
  return new Intl.NumberFormat(language, { ...style, maximumFractionDigits: micros < 1_000_000 ? 4 : 2 }).format(
    micros / 1_000_000,
  );
}

/** 0 to 1 as `86 %`. */
export function percent(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}
