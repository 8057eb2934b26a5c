/** What a view says when there is little to see: what it is about, what the model lacks for it, and what to do. */

import { type ReactNode, useMemo } from "react";
import { phraseIn } from "../../locales/phrase";
import { useLanguage, useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { lacking } from "./lacking";
import type { Scene } from "./scene";
import { firstView, type View } from "./views";

export function Nothing({ view }: { readonly view: View }): ReactNode {
  const say = useText("graphNotes");
  const titles = useTitles();
  if (view.focusType !== undefined) return <p>{say("nothingFocused", { type: titles([view.focusType]) })}</p>;
  return <p>{view.nodeTypes === null ? say("nothingHere") : say("nothingOf", { types: titles(view.nodeTypes) })}</p>;
}

/** Boxes that nothing joins: a picture that looks broken if nobody says why. */
export function Unjoined({ scene }: { readonly scene: Scene }): ReactNode {
  const say = useText("graphNotes");
  const titles = useTitles();
  const sayGraph = useText("graph");
  const { ontology } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const found = useMemo(() => lacking(scene, graph), [scene, graph]);
  if (found === undefined) return null;
  const best = graph.edges.size > 0 ? firstView(ontology, graph) : scene.view.id;
  const relations = titles(found.relations);
  return (
    <p className="graph-note note" role="note">
      {found.types.length > 0
        ? say("lacksTypes", { types: titles(found.types) })
        : best === scene.view.id
          ? say("lacksRelations", { relations })
          : say("drawnElsewhere", { relations, view: sayGraph(`view.${best}`) })}
    </p>
  );
}

/** Names of the profile as a list in the language of the page. */
function useTitles(): (names: readonly string[]) => string {
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const list = useMemo(() => new Intl.ListFormat(language, { type: "conjunction" }), [language]);
  return (names) =>
    list.format(
      names.flatMap((name) => {
        const type = ontology.nodeType.get(name);
        const relation = ontology.relation.get(name);
        return (
          phraseIn(type?.title, language) ?? (relation === undefined ? [] : `“${phraseIn(relation.title, language)}”`)
        );
      }),
    );
}
