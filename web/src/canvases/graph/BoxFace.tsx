/** What a box shows: its symbol, two letters, name and id, ports, marks; and the field to rename it in place. */

import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { CommentMark } from "../../comments/CommentMark";
import { phraseIn } from "../../locales/phrase";
import { useTold } from "../../locales/told";
import { LIMITS, type Problem } from "../../protocol";
import { allIds } from "../../state/foreign";
import { othersAt } from "../../state/people";
import { selectMarks } from "../../state/store";
import { colourOf } from "../../ui/faces";
import { TypeSign } from "../../ui/TypeSign";
import { type Say, useLanguage, useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import type { GhostMark, ProposedFields } from "../ghosts";
import type { Light } from "../lit";
import { SIGNS } from "../table/Cells";
import { valueText } from "../table/columns";
import { worst } from "../table/rows";
import { coloursOf } from "./colours";
import { INNER_WORD, type Size } from "./geometry";
import { iconOf } from "./icons";
import type { Box } from "./scene";
import { shapeOf } from "./shapes";

export interface FaceProperties {
  readonly box: Box;
  readonly size: Size;
  readonly mark: GhostMark | undefined;
  /** What fields would become, when a change is proposed. */
  readonly proposed: ProposedFields | undefined;
  /** What is wrong with what is proposed. */
  readonly problems: readonly Problem[] | undefined;
  /** What is selected is rolled up in here. */
  readonly holdsSelection: boolean;
  /** Another box would fall into this one now. */
  readonly isTaking: boolean;
  /** A relation is being drawn: whether it may end here. Undefined: none is. */
  readonly isLegalEnd: boolean | undefined;
  /** Why it stands out. */
  readonly light: Light;
  readonly isRenaming: boolean;
  readonly onFold: (box: Box) => void;
  /** Undefined: leave the name as it is. */
  readonly onRenamed: (box: Box, name: string | undefined) => void;
}

export const BoxFace = memo(function BoxFace(properties: FaceProperties): ReactNode {
  const { box, size, mark, proposed, problems = [], holdsSelection, isTaking, isRenaming, onRenamed } = properties;
  const language = useLanguage();
  const sayGhost = useText("ghosts");
  const told = useTold();
  const { ontology } = useWorkbench();
  const findings = useStore((state) => selectMarks(state).get(box.id));
  const type = ontology.nodeType.get(box.nodeType);
  const symbol = box.members === undefined ? (type?.symbol ?? "rectangle") : "roundedRectangle";
  const shape = shapeOf(symbol, size, box);
  const title = phraseIn(type?.title, language) ?? box.nodeType;
  const severity = problems.length > 0 ? "error" : worst(findings ?? []);
  return (
    <div
      className="box"
      data-mark={mark}
      data-container={box.isContainer}
      data-lane={box.isLane}
      data-ports={box.ports.length > 0}
      data-symbol={symbol}
      data-group={box.members !== undefined}
      data-holds={holdsSelection}
      data-taking={isTaking}
      data-light={properties.light}
      data-legal={properties.isLegalEnd}
      style={useColours(type)}
      title={[
        [title, box.name].filter(Boolean).join(": "),
        box.node && allIds(box.node),
        box.node?.descr,
        mark && sayGhost(`mark.${mark}`),
        ...becoming(box, proposed, sayGhost),
        ...problems.map(told.message),
      ]
        .filter(Boolean)
        .join("\n")}
    >
      <svg className="box-shape" width={size.width} height={size.height} aria-hidden>
        <path className="outline" d={shape.outline} />
        {shape.details ? <path className="details" d={shape.details} /> : null}
      </svg>
      <div className="box-title">
        <Sign box={box} />
        {isRenaming ? (
          <NameField name={box.name} done={(name) => onRenamed(box, name)} />
        ) : (
          <span className="box-name">
            <bdi>
              {box.knownId === undefined ? null : (
                <>
                  <span className="known-id">{box.knownId}</span>{" "}
                </>
              )}
              {box.name === "" ? title : breakable(box.name)}
            </bdi>
            {typeof proposed?.name === "string" ? (
              <span className="box-becomes">
                → <bdi>{proposed.name}</bdi>
              </span>
            ) : box.members === undefined ? (
              box.node === undefined || box.isContainer ? null : (
                <small>{box.kind?.name ?? title}</small>
              )
            ) : (
              <Members box={box} count={box.members} />
            )}
            {mark ? (
              <span className="visually-hidden">
                ({[sayGhost(`mark.${mark}`), ...problems.map(told.message)].join("; ")})
              </span>
            ) : null}
          </span>
        )}
      </div>
      {severity ? (
        <span className="mark" data-severity={severity}>
          {SIGNS[severity]}
        </span>
      ) : null}
      <Ring nodeId={box.id} />
      {box.node === undefined ? null : <CommentMark nodeId={box.id} />}
      {box.ports.length > 0 && !box.isContainer ? <Ports box={box} /> : null}
      {box.step === undefined ? null : <span className="box-step">{box.step}</span>}
      <Fold {...properties} />
    </div>
  );
});

/** How many a group holds; one that is called after a node says how many there are beside it. */
function Members({ box, count }: { readonly box: Box; readonly count: number }): ReactNode {
  const say = useText("graph");
  return (
    <small className="box-members">
      {box.name === "" || box.isSection === true ? say("groupOf", { count }) : say("groupAround", { count: count - 1 })}
    </small>
  );
}

/** What stands beside the name: the picture of its kind, or the sign of its type. */
function Sign({ box }: { readonly box: Box }): ReactNode {
  const icon = iconOf(box.kind?.attributes.icon ?? box.node?.attributes.icon);
  if (icon !== undefined)
    return (
      <svg className="box-sign" width={16} height={16} aria-hidden>
        <path d={icon} />
      </svg>
    );
  return <TypeSign nodeType={box.nodeType} />;
}

/** A name that may be broken before each of its words, also where they are written together. */
function breakable(name: string): ReactNode {
  const words = name.split(INNER_WORD);
  return words.map((word, at) => (
    <Fragment key={at}>
      {at > 0 ? <wbr /> : null}
      {word}
    </Fragment>
  ));
}

/** A line for each field that would become something else. */
function becoming({ node }: Box, proposed: ProposedFields | undefined, say: Say<"ghosts">): readonly string[] {
  const before: ProposedFields = node === undefined ? {} : { ...node.attributes, name: node.name, descr: node.descr };
  const shown = (value: unknown): string => valueText(value) || say("nothing");
  return Object.entries(proposed ?? {}).map(([field, after]) =>
    say("becomes", { field, before: shown(before[field]), after: shown(after) }),
  );
}

export function useColours(type: Parameters<typeof coloursOf>[0]): CSSProperties {
  const [light, dark] = [coloursOf(type, "light"), coloursOf(type, "dark")];
  const both = (key: keyof typeof light): string => `light-dark(${light[key]}, ${dark[key]})`;
  return { "--fill": both("fill"), "--stroke": both("stroke"), "--ink": both("text") } as CSSProperties;
}

function Ports({ box }: { readonly box: Box }): ReactNode {
  const { ontology } = useWorkbench();
  const nodes = useStore((state) => state.graph.nodes);
  return (["in", "out"] as const).map((side) => (
    <ul
      key={side}
      className="ports"
      data-side={side}
      data-alone={box.ports.every((port) => port.side === side || port.name === "")}
    >
      {box.ports
        .filter((port) => port.side === side)
        .map((port) => {
          const flow = nodes.get(port.id);
          const details = (ontology.nodeType.get("FLOW")?.attributes ?? []).flatMap(({ name }) => {
            const value = flow?.attributes[name];
            return value === undefined ? [] : [`${name}: ${String(value)}`];
          });
          return (
            <li key={port.id} title={[port.name, ...details].join("\n")}>
              <bdi>{port.name}</bdi>
            </li>
          );
        })}
    </ul>
  ));
}

function Fold({ box, onFold }: FaceProperties): ReactNode {
  const say = useText("graph");
  if (box.isLane === true) return null;
  if (!box.canOpen) return null;
  const label = box.open ? say("close", { name: box.name }) : say("open", { count: box.folded, name: box.name });
  return (
    <button
      type="button"
      className="fold-button nodrag nopan"
      tabIndex={-1}
      aria-expanded={box.open}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        onFold(box);
      }}
    >
      {box.open ? "−" : `+${box.members === undefined && box.folded > 0 ? box.folded : ""}`}
    </button>
  );
}

/** More names than this are a number: they stand over the picture. */
const NAMED = 3;

/** Who else looks at it. */
function Ring({ nodeId }: { readonly nodeId: string }): ReactNode {
  const others = useStore(
    (state) => othersAt(state.people, nodeId, state.connection.sessionId),
    (one, two) => one.length === two.length && one.every(({ personId }, at) => personId === two[at]?.personId),
  );
  const [first] = others;
  if (first === undefined) return null;
  const more = others.length > NAMED ? [`+${others.length - NAMED}`] : [];
  const names = [...others.slice(0, NAMED).map(({ name }) => name), ...more].join(", ");
  return (
    <span className="box-ring" data-colour={colourOf(first.personId)}>
      <span className="box-ring-name">
        <bdi>{names}</bdi>
      </span>
    </span>
  );
}

function NameField({
  name,
  done,
}: {
  readonly name: string;
  readonly done: (name: string | undefined) => void;
}): ReactNode {
  const say = useText("graph");
  const [text, setText] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => field.current?.select(), []);
  // What is typed is read at any zoom: in a picture that is drawn small the field is drawn larger.
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    const drawn = current.getBoundingClientRect().height / current.offsetHeight;
    if (drawn < 1) current.style.setProperty("scale", String(1 / drawn));
  }, []);
  const finish = (result: string | undefined): void => {
    if (isDone.current) return;
    isDone.current = true;
    done(result === "" || result === name ? undefined : result);
  };
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" || event.key === "F2") finish(text.trim());
    else if (event.key === "Escape") finish(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <input
      ref={field}
      className="name-field nodrag nopan"
      aria-label={say("renameOf", { name })}
      maxLength={LIMITS.nameLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKey}
      onBlur={() => finish(text.trim())}
    />
  );
}
