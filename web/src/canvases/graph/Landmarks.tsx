/** The names of a picture that is seen from far: each as large on the screen as any other text, a click goes there. */

import { useStore as useFlow } from "@xyflow/react";
import { type ReactNode, useMemo } from "react";
import { createPortal } from "react-dom";
import { phraseIn } from "../../locales/phrase";
import { useLanguage, useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import { LANDMARK_LETTERS, landmarksOf } from "./landmarks";
import { FAR } from "./letters";
import type { Picture } from "./picture";

/** Names are chosen, and their letters set, anew with each step of this factor: in between they grow and shrink a little. */
const STEP = 1.25;

interface Properties {
  readonly picture: Picture;
  readonly onGo: (ids: readonly string[]) => void;
}

export function Landmarks({ picture, onGo }: Properties): ReactNode {
  const say = useText("graph");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const zoom = useFlow(({ transform: [, , scale] }) => stepOf(scale));
  const landmarks = useMemo(() => {
    const titleOf = (type: string): string => phraseIn(ontology.nodeType.get(type)?.title, language) ?? type;
    return zoom === undefined ? [] : landmarksOf(picture, zoom, titleOf);
  }, [picture, zoom, ontology, language]);
  // Beside the boxes, and not where the library puts what is drawn below them.
  const viewport = useFlow(({ domNode }) => domNode?.querySelector(".react-flow__viewport"));
  if (zoom === undefined || !viewport) return null;
  const drawn = landmarks.map(({ id, name, count, x, y, ids }) => {
    return (
      // Whoever does not see the picture goes from box to box instead.
      <button
        key={id}
        type="button"
        className="landmark nodrag nopan"
        tabIndex={-1}
        aria-hidden
        title={`${name}\n${say("groupOf", { count })}`}
        style={{ transform: `translate(${x}px, ${y}px) scale(${1 / zoom}) translate(-50%, -50%)` }}
        onClick={() => onGo(ids)}
      >
        <bdi>{clipped(name)}</bdi>
        {count > 1 ? <small>{count}</small> : null}
      </button>
    );
  });
  return createPortal(drawn, viewport);
}

/** The zoom of this step; undefined: near enough for boxes to say their names. */
function stepOf(zoom: number): number | undefined {
  return zoom >= FAR ? undefined : FAR * STEP ** Math.floor(Math.log(zoom / FAR) / Math.log(STEP));
}

function clipped(name: string): string {
  const letters = [...name];
  return letters.length <= LANDMARK_LETTERS ? name : `${letters.slice(0, LANDMARK_LETTERS - 1).join("")}…`;
}
