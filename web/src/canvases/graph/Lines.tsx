/** The lines of a picture, drawn by us in one SVG: cheaper than a component of a library for each, and the same as exported. */

import { memo, type ReactNode } from "react";
import { type GhostMark, markOf, type Overlaid } from "../ghosts";
import type { DrawnLine, Picture } from "./picture";
import { LABEL_LETTERS } from "./routes";

interface Properties {
  readonly picture: Picture;
  readonly selected: ReadonlySet<string>;
  /** The boxes that are selected. */
  readonly chosen: ReadonlySet<string>;
  readonly marks: ReadonlyMap<string, GhostMark>;
  readonly problems: Overlaid["problems"];
  readonly onSelect: (line: DrawnLine["line"], add: boolean) => void;
  readonly onMenu: (line: DrawnLine["line"], at: { readonly x: number; readonly y: number }) => void;
}

export function Lines({ picture, selected, chosen, marks, problems, onSelect, onMenu }: Properties): ReactNode {
  const shown = picture.lines.filter(
    ({ line, isAcross }) =>
      isAcross !== true ||
      chosen.has(line.source) ||
      chosen.has(line.target) ||
      markOf(line.edgeIds, marks) !== undefined,
  );
  return (
    // The tables say the same in a form that needs no eyes; a screen reader would only hear curves here.
    <svg className="graph-lines" width={1} height={1} aria-hidden>
      <defs>
        <marker
          id="line-filled"
          viewBox="0 0 10 10"
          refX="10"
          refY="5"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0,0L10,5L0,10Z" className="marker-filled" />
        </marker>
        <marker
          id="line-open"
          viewBox="0 0 10 10"
          refX="10"
          refY="5"
          markerWidth="9"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0,0L10,5L0,10" className="marker-open" />
        </marker>
        <marker
          id="line-dot"
          viewBox="0 0 8 8"
          refX="4"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
        >
          <circle cx="4" cy="4" r="3.5" className="marker-filled" />
        </marker>
        <marker
          id="line-diamond"
          viewBox="0 0 14 8"
          refX="0"
          refY="4"
          markerWidth="14"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0,4L7,0L14,4L7,8Z" className="marker-filled" />
        </marker>
      </defs>
      {shown.map(({ line, style, path, label, anchor }) => (
        <LineView
          key={line.id}
          {...{ line, path, onSelect, onMenu }}
          dashes={style.dashes}
          head={style.head}
          tail={style.tail}
          x={label[0]}
          y={label[1]}
          anchor={anchor}
          isSelected={
            line.edgeIds.some((id) => selected.has(id)) || (line.flowId !== undefined && selected.has(line.flowId))
          }
          mark={markOf(line.edgeIds, marks)}
          isFaulty={line.edgeIds.some((id) => problems.has(id))}
        />
      ))}
    </svg>
  );
}

type Ends = Pick<DrawnLine["style"], "dashes" | "head" | "tail">;

export function Line({
  path,
  style: { dashes, head, tail },
}: {
  readonly path: string;
  readonly style: Ends;
}): ReactNode {
  const marker = (end: string): string | undefined => (end === "none" ? undefined : `url(#line-${end})`);
  return (
    <path
      className="graph-line-drawn"
      d={path}
      strokeDasharray={dashes}
      markerEnd={marker(head)}
      markerStart={marker(tail)}
    />
  );
}

interface LineProperties {
  readonly line: DrawnLine["line"];
  readonly path: string;
  readonly dashes: Ends["dashes"];
  readonly head: Ends["head"];
  readonly tail: Ends["tail"];
  readonly x: number;
  readonly y: number;
  readonly anchor: DrawnLine["anchor"];
  readonly isSelected: boolean;
  readonly mark: GhostMark | undefined;
  /** What is proposed for it cannot be applied as it is. */
  readonly isFaulty: boolean;
  readonly onSelect: Properties["onSelect"];
  readonly onMenu: Properties["onMenu"];
}

const LineView = memo(
  function LineView({
    line,
    path,
    dashes,
    head,
    tail,
    x,
    y,
    anchor,
    isSelected,
    mark,
    isFaulty,
    onSelect,
    onMenu,
  }: LineProperties): ReactNode {
    return (
      <g
        className="graph-line"
        data-relation={line.relation}
        data-selected={isSelected}
        data-mark={mark}
        data-faulty={isFaulty}
        data-many={line.count > 1}
      >
        <Line path={path} style={{ dashes: mark === "new" ? "5 4" : dashes, head, tail }} />
        <path
          className="graph-line-touch"
          d={path}
          onClick={(event) => onSelect(line, event.shiftKey || event.ctrlKey || event.metaKey)}
          onContextMenu={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onMenu(line, { x: event.clientX, y: event.clientY });
          }}
        />
        {line.label ? (
          <text x={x} y={y - 4} className="graph-line-label" data-anchor={anchor}>
            {clipped(line.label)}
          </text>
        ) : null}
        {isFaulty ? (
          <text x={x} y={y + 10} className="graph-line-fault" aria-hidden>
            ✖
          </text>
        ) : null}
      </g>
    );
  },
  (one, two) =>
    one.path === two.path &&
    one.isSelected === two.isSelected &&
    one.mark === two.mark &&
    one.isFaulty === two.isFaulty &&
    one.x === two.x &&
    one.y === two.y &&
    one.dashes === two.dashes &&
    one.line.label === two.line.label &&
    one.line.edgeIds.join() === two.line.edgeIds.join() &&
    one.onSelect === two.onSelect,
);

function clipped(label: string): string {
  const letters = [...label];
  return letters.length <= LABEL_LETTERS ? label : `${letters.slice(0, LABEL_LETTERS - 1).join("")}…`;
}
