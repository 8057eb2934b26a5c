/** How the model has developed: a small line for each measure, with what it was, what it is, and whether that is better. */

import type { ReactNode } from "react";
import type { Overview } from "../protocol";
import { percent } from "../ui/figures";
import { useLanguage, useText } from "../ui/text";
import { MEASURED, type Measured, type Point } from "./trend";
import { useTrend } from "./useTrend";

const WIDTH = 160;
const HEIGHT = 32;
/** A line needs two ends. */
const LEAST = 2;

export function Trend({ overview }: { readonly overview: Overview }): ReactNode {
  const say = useText("overview");
  const points = useTrend(overview);
  const first = points[0]?.revision ?? 0;
  const last = points.at(-1)?.revision ?? 0;
  if (points.length < LEAST) return null;
  return (
    <section className="card" aria-labelledby="overview-trend">
      <h3 id="overview-trend">{say("trend")}</h3>
      <p className="note">{say("trendOver", { first, last })}</p>
      <ul className="overview-trend">
        {MEASURED.map((measured) => (
          <Line key={measured} measured={measured} points={points} />
        ))}
      </ul>
    </section>
  );
}

interface LineProperties {
  readonly measured: Measured;
  readonly points: readonly Point[];
}

function Line({ measured, points }: LineProperties): ReactNode {
  const say = useText("overview");
  const language = useLanguage();
  const known = points.flatMap(({ revision, values }) => {
    const value = values[measured];
    return value === undefined ? [] : [{ revision, value }];
  });
  const [from, to] = [known[0], known.at(-1)];
  if (from === undefined || to === undefined || known.length < LEAST) return null;
  const isShare = measured === "score" || measured === "kept";
  const told = (value: number): string =>
    isShare ? percent(value, language) : new Intl.NumberFormat(language).format(value);
  // More elements are neither good nor bad, and what reads the same has not changed for whoever reads it.
  const isSame = told(from.value) === told(to.value);
  const gain = measured === "elements" || isSame ? 0 : (to.value - from.value) * (measured === "problems" ? -1 : 1);
  return (
    <li>
      <span>{say(`trend.${measured}`)}</span>
      <Spark values={known} most={isShare ? 1 : Math.max(1, ...known.map(({ value }) => value))} />
      <span className="number" data-gain={Math.sign(gain)}>
        {isSame ? told(to.value) : say("fromTo", { from: told(from.value), to: told(to.value) })}
      </span>
    </li>
  );
}

interface SparkProperties {
  readonly values: readonly { readonly revision: number; readonly value: number }[];
  /** What is at the upper edge; 0 is at the lower one. */
  readonly most: number;
}

function Spark({ values, most }: SparkProperties): ReactNode {
  const first = values[0]?.revision ?? 0;
  const span = Math.max(1, (values.at(-1)?.revision ?? 0) - first);
  const points = values.map(
    ({ revision, value }) =>
      `${((WIDTH * (revision - first)) / span).toFixed(1)},${(HEIGHT - (HEIGHT * value) / most).toFixed(1)}`,
  );
  return (
    <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden>
      <polygon points={`0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(" ")} />
    </svg>
  );
}
