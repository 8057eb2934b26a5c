/** What a scene consists of: boxes with their ports, lines, and what they stand for. Data only; `scene` makes it. */

import type { Node } from "../../protocol";
import type { Groups } from "./groups";
import type { View } from "./views";

export interface Port {
  /** The flow that passes here, or the handle where a link ends. */
  readonly id: string;
  readonly name: string;
  readonly side: "in" | "out";
}

export interface Box {
  /** The node id, or that of a group. */
  readonly id: string;
  /** Absent on a group. */
  readonly node?: Node;
  readonly nodeType: string;
  /** Of a group the name of one in it, or of its section; empty where it holds all of its type. */
  readonly name: string;
  /** Said before the name, where people know the node by it. */
  readonly knownId?: string;
  /** How many nodes a group holds; only groups have it. */
  readonly members?: number;
  /** A group that is called after the section of a document. */
  readonly isSection?: boolean;
  /** The box it is drawn in. */
  readonly parent?: string;
  readonly isContainer: boolean;
  /** A frame across the whole diagram. */
  readonly isLane?: boolean;
  /** Lines that end at a lane in which nothing stands. */
  readonly exchanges?: number;
  /** Nodes rolled up into this box. */
  readonly folded: number;
  readonly canOpen: boolean;
  readonly open: boolean;
  readonly ports: readonly Port[];
  /** The node that says what this one is, in a workflow. */
  readonly kind?: Node;
  /** Place in the order of an activity diagram, from 1. */
  readonly step?: number;
}

export interface Line {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly relation: string;
  readonly label: string;
  /** Edges (or flows) drawn as this one line. */
  readonly count: number;
  readonly edgeIds: readonly string[];
  /** The flow that passes along it, where that is exactly one. */
  readonly flowId?: string;
  /** Ports where it leaves and enters. */
  readonly leaves?: string;
  readonly enters?: string;
}

export interface Scene {
  readonly view: View;
  /** Each after the box it is drawn in. */
  readonly boxes: ReadonlyMap<string, Box>;
  readonly lines: readonly Line[];
  /** For each node of the view the box that stands for it. */
  readonly standing: ReadonlyMap<string, string>;
  /** Of what would be too many side by side. */
  readonly groups: Groups;
  /** Effective rollup level; undefined = nothing is rolled up by level. */
  readonly level: number | undefined;
  /** Nodes of the view's types that pass the filters, drawn or rolled up. */
  readonly eligible: number;
  /** Nodes of the view's types that a type filter leaves out. */
  readonly filteredOut: number;
}
