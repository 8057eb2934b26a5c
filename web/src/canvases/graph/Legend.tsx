/** What the shapes and lines of the open picture mean, out of the profile: only what is drawn. */

import { memo, type ReactNode, useMemo } from "react";
import { phraseIn } from "../../locales/phrase";
import { useLanguage, useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import { Line } from "./Lines";
import { lineStyle } from "./lineStyles";
import { Swatch } from "./Swatch";
import type { Scene } from "./scene";

export const Legend = memo(function Legend({ scene }: { readonly scene: Scene }): ReactNode {
  const say = useText("graph");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const drawn = useMemo(() => {
    const types = new Set([...scene.boxes.values()].map((box) => box.nodeType));
    const relations = new Set(scene.lines.map((line) => line.relation));
    return {
      types: ontology.nodeTypes.filter(({ name }) => types.has(name)),
      relations: ontology.relations.filter(({ name }) => relations.has(name)),
    };
  }, [scene, ontology]);
  return (
    <dl className="popover-body legend">
      {drawn.types.map((type) => (
        <div key={type.name} title={phraseIn(type.meaning, language)}>
          <dt>
            <Swatch type={type} />
          </dt>
          <dd>{phraseIn(type.title, language)}</dd>
        </div>
      ))}
      {drawn.relations.map(({ name, title, meaning }) => (
        <div key={name} title={phraseIn(meaning, language)}>
          <dt>
            <svg width={44} height={14} aria-hidden>
              <Line path="M3,7H40" style={lineStyle(scene.view, { relation: name }, true)} />
            </svg>
          </dt>
          <dd>{phraseIn(title, language)}</dd>
        </div>
      ))}
      {drawn.types.length === 0 ? (
        <div>
          <dd>{say("nothingDrawn")}</dd>
        </div>
      ) : null}
    </dl>
  );
});
