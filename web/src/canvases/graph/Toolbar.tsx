/** The tools above the graph: view, layout, levels, filters, zoom, export; and how much of the model is shown. */

import { type ReactNode, Suspense, useState } from "react";
import { phraseIn } from "../../locales/phrase";
import { LAYOUTS, type Layout, type Node, oneOf } from "../../protocol";
import { preferences } from "../../ui/preferences";
import { useLanguage, useText } from "../../ui/text";
import { usePreferences } from "../../ui/usePreferences";
import { useWorkbench } from "../../ui/workbench";
import { isViewId, type View, type ViewId, viewsFor } from "./views";
import type { ShownFilters } from "./visible";

interface Properties {
  readonly view: View;
  readonly layout: Layout;
  /** Effective level; undefined = all. */
  readonly level: number | undefined;
  readonly levels: number;
  readonly filters: ShownFilters;
  readonly chains: readonly Node[];
  readonly focus: string | undefined;
  /** What the picture's shapes and lines mean. */
  readonly legend: ReactNode;
  readonly arrangesForAll: boolean;
  readonly onView: (view: ViewId) => void;
  readonly onLayout: (layout: Layout) => void;
  readonly onLevel: (level: number | "all") => void;
  readonly onFilters: (filters: ShownFilters) => void;
  readonly onFocus: (nodeId: string) => void;
  readonly onFit: () => void;
  readonly onZoom: (factor: number) => void;
  readonly onArrange: () => void;
  readonly onExport: (form: "svg" | "png") => void;
}

const ZOOM_STEP = 1.3;

export function Toolbar(properties: Properties): ReactNode {
  const say = useText("graph");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const { view, layout, level, levels, chains, focus } = properties;
  return (
    <div className="pane-bar graph-tools" role="toolbar" aria-label={say("tools")}>
      <select
        aria-label={say("view")}
        value={view.id}
        onChange={(event) => isViewId(event.target.value) && properties.onView(event.target.value)}
      >
        {viewsFor(ontology).map(({ id }) => (
          <option key={id} value={id}>
            {say(`view.${id}`)}
          </option>
        ))}
      </select>
      {view.focusType !== undefined && chains.length > 0 ? (
        <select
          aria-label={phraseIn(ontology.nodeType.get(view.focusType)?.title, language)}
          value={focus ?? chains[0]?.nodeId}
          onChange={(event) => properties.onFocus(event.target.value)}
        >
          {chains.map(({ nodeId, name }) => (
            <option key={nodeId} value={nodeId}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
      <select
        className="layout-choice"
        aria-label={say("layout")}
        value={layout}
        onChange={(event) => properties.onLayout(oneOf(LAYOUTS, event.target.value) ?? layout)}
      >
        {LAYOUTS.filter((each) => view.lanes === undefined || each === "hierarchical" || each === "custom").map(
          (each) => (
            <option key={each} value={each}>
              {say(`layout.${each}`)}
            </option>
          ),
        )}
      </select>
      {levels > 1 ? (
        <select
          aria-label={say("level")}
          value={level ?? "all"}
          onChange={(event) => properties.onLevel(event.target.value === "all" ? "all" : Number(event.target.value))}
        >
          {Array.from({ length: levels - 1 }, (_, index) => (
            <option key={index + 1} value={index + 1}>
              {say("levelUpTo", { level: index + 1 })}
            </option>
          ))}
          <option value="all">{say("allLevels")}</option>
        </select>
      ) : null}
      <Filter {...properties} />
      <Tools {...properties} />
    </div>
  );
}

/** What is done to the picture as it is: seen larger or smaller, explained, arranged, exported. */
function Tools(properties: Properties): ReactNode {
  const say = useText("graph");
  const [isExplained, setExplained] = useState(false);
  const { map } = usePreferences();
  return (
    <span className="tool-group">
      <button
        type="button"
        className="quiet"
        title={`${say("fit")} (Shift+F)`}
        aria-label={say("fit")}
        onClick={properties.onFit}
      >
        ⤢
      </button>
      <button
        type="button"
        className="quiet"
        title={`${say("zoomOut")} (-)`}
        aria-label={say("zoomOut")}
        onClick={() => properties.onZoom(1 / ZOOM_STEP)}
      >
        −
      </button>
      <button
        type="button"
        className="quiet"
        title={`${say("zoomIn")} (+)`}
        aria-label={say("zoomIn")}
        onClick={() => properties.onZoom(ZOOM_STEP)}
      >
        +
      </button>
      <details className="popover" onBlur={closeWhenLeft} onToggle={(event) => setExplained(event.currentTarget.open)}>
        <summary>{say("legend")}</summary>
        {isExplained ? <Suspense>{properties.legend}</Suspense> : null}
      </details>
      <details className="popover" onBlur={closeWhenLeft}>
        <summary aria-label={say("more")} title={say("more")}>
          ⋯
        </summary>
        <div
          className="popover-body"
          onClick={(event) => event.currentTarget.closest("details")?.removeAttribute("open")}
        >
          <button type="button" className="quiet" aria-pressed={map} onClick={() => preferences.set({ map: !map })}>
            {say("map")}
          </button>
          <button type="button" className="quiet" onClick={properties.onArrange}>
            {say(properties.arrangesForAll ? "arrangeForAll" : "arrange")}
          </button>
          <button type="button" className="quiet" onClick={() => properties.onExport("svg")}>
            {say("exportSvg")}
          </button>
          <button type="button" className="quiet" onClick={() => properties.onExport("png")}>
            {say("exportPng")}
          </button>
        </div>
      </details>
    </span>
  );
}

function Filter({ filters, onFilters }: Properties): ReactNode {
  const say = useText("graph");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const count = filters.nodeTypes.length + filters.relationTypes.length + (filters.showFlows ? 0 : 1);
  const check = (list: readonly string[], name: string): readonly string[] =>
    list.includes(name) ? list.filter((each) => each !== name) : [...list, name];
  return (
    <details className="popover" onBlur={closeWhenLeft}>
      <summary>
        {say("filter")}
        {count > 0 ? <span className="count">{count}</span> : null}
      </summary>
      <div className="popover-body filters">
        <fieldset>
          <legend>{say("types")}</legend>
          {ontology.nodeTypes.map(({ name, title, meaning, abbreviation }) => (
            <label key={name} className="check" title={phraseIn(meaning, language)}>
              <input
                type="checkbox"
                checked={filters.nodeTypes.includes(name)}
                onChange={() => onFilters({ ...filters, nodeTypes: check(filters.nodeTypes, name) })}
              />
              <span className="type-code">{abbreviation}</span> {phraseIn(title, language)}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{say("relations")}</legend>
          {ontology.relations.map(({ name, title, meaning }) => (
            <label key={name} className="check" title={phraseIn(meaning, language)}>
              <input
                type="checkbox"
                checked={filters.relationTypes.includes(name)}
                onChange={() => onFilters({ ...filters, relationTypes: check(filters.relationTypes, name) })}
              />
              {phraseIn(title, language)}
            </label>
          ))}
          <label className="check">
            <input
              type="checkbox"
              checked={filters.showFlows}
              onChange={() => onFilters({ ...filters, showFlows: !filters.showFlows })}
            />
            {say("showFlows")}
          </label>
          <button
            type="button"
            disabled={count === 0}
            onClick={() => onFilters({ ...filters, nodeTypes: [], relationTypes: [], showFlows: true })}
          >
            {say("clear")}
          </button>
        </fieldset>
      </div>
    </details>
  );
}

function closeWhenLeft(event: React.FocusEvent<HTMLDetailsElement>): void {
  // Without a target the page itself lost the focus, or a part that cannot have it was clicked inside.
  if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget))
    event.currentTarget.open = false;
}
