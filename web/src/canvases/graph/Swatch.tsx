/** The symbol of a node type, small. */

import type { ReactNode } from "react";
import type { NodeType } from "../ontology";
import { useColours } from "./BoxFace";
import { figure, shapeOf } from "./shapes";

const SIZE = { width: 34, height: 20 };

export function Swatch({ type }: { readonly type: NodeType }): ReactNode {
  const { outline, details } = shapeOf(type.symbol, SIZE, { isContainer: false });
  const isPerson = type.symbol === "stickFigure";
  return (
    <span className="swatch" data-symbol={type.symbol} style={useColours(type)}>
      <svg className="box-shape" width={44} height={28} viewBox="-6 -4 46 28" aria-hidden>
        <path className="outline" d={outline} />
        {isPerson ? (
          <path className="details" transform="translate(17,9.5) scale(0.68)" d={figure(0, 0)} />
        ) : (
          <path className="details" d={details} />
        )}
        {isPerson ? null : (
          <text x={17} y={14} textAnchor="middle">
            {type.abbreviation}
          </text>
        )}
      </svg>
    </span>
  );
}
