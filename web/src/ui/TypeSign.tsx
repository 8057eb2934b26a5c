/** The sign of a node type: the same small picture wherever a node is named; two letters where a profile has a type of its own. */

import {
  ArrowRightLeft,
  Boxes,
  Braces,
  ClipboardCheck,
  Cpu,
  FlaskConical,
  type LucideIcon,
  SquareFunction,
  Target,
  UserRound,
  Waypoints,
} from "lucide-react";
import type { ReactNode } from "react";
import { abbreviation } from "../canvases/ontology";
import { useWorkbench } from "./workbench";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  SYS: Boxes,
  UC: Target,
  ACTOR: UserRound,
  FCHAIN: Waypoints,
  FUNC: SquareFunction,
  FLOW: ArrowRightLeft,
  REQ: ClipboardCheck,
  TEST: FlaskConical,
  MOD: Cpu,
  SCHEMA: Braces,
};

/** The letters are there in any case, for whoever hears or copies the page. */
export function TypeSign({ nodeType }: { readonly nodeType: string }): ReactNode {
  const { ontology } = useWorkbench();
  const Icon = Object.hasOwn(ICONS, nodeType) ? ICONS[nodeType] : undefined;
  const code = abbreviation(ontology, nodeType);
  if (Icon === undefined) return <span className="type-code">{code}</span>;
  return (
    <span className="type-sign" data-type={nodeType}>
      <Icon aria-hidden />
      <span className="type-code visually-hidden">{code}</span>
    </span>
  );
}
