/** Search for a node or a command by typing a few letters of it; what the texts hold of them comes below. */

import { type ReactNode, useCallback, useMemo, useState } from "react";
import { seekAnywhere } from "../canvases/seek";
import { LANGUAGES, type Language, LOCALES } from "../locales";
import type { Node, SavedView } from "../protocol";
import { knownId, lookedUpBy } from "../state/foreign";
import { type ListedViews, selectListedViews } from "../state/savedViews";
import { COMMANDS, type CommandId, isEnabled, perform, wordsOf } from "./commands";
import { Dialog } from "./Dialog";
import { find } from "./finding";
import { chooseLanguage, logOut, THEMES } from "./looks";
import { type Offered, Picker } from "./Picker";
import { preferences } from "./preferences";
import { type Say, useLanguage, useText } from "./text";
import { touring } from "./touring";
import { useInTexts } from "./useInTexts";
import { useKeys } from "./useKeys";
import { useStore } from "./useStore";
import { shown, useWorkbench } from "./workbench";

/** More than this does not fit on a screen. */
const MAX_FOUND = 30;

const opening = (): Promise<typeof import("../saved/opening")> => import("../saved/opening");

export function Palette({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("frame");
  const { store, project, rest, session } = useWorkbench();
  const language = useLanguage();
  const views = useStore(selectListedViews);
  const nodes = useStore((state) => state.graph.nodes);
  const keysOf = useKeys();
  const [text, setText] = useState("");
  const leave = useCallback(() => void logOut(rest, session, shown), [rest, session]);
  const entries = useMemo(() => {
    const found = foundNodes(text, nodes, (nodeId) => {
      store.select([nodeId]);
      seekAnywhere(nodeId);
    });
    return [
      ...found,
      ...foundViews(text, views, say, (view) => void opening().then(({ open }) => open(store, project, view))),
      ...foundActions(text, say, keysOf, looksOf(say, language, leave)),
    ].slice(0, MAX_FOUND);
  }, [text, nodes, views, say, keysOf, store, project, language, leave]);
  const inTexts = useInTexts(text);
  const known = useMemo(() => new Set(entries.map(({ id }) => id)), [entries]);
  return (
    <Dialog title={say("search")} close={close}>
      <Picker
        label={say("search")}
        nothingFound={say("nothingFound")}
        text={text}
        search={setText}
        entries={[...entries, ...inTexts.found.filter(({ id }) => !known.has(id))]}
        note={inTexts.note}
        pick={(entry) => {
          close();
          entry.run();
        }}
      />
    </Dialog>
  );
}

function foundViews(
  wanted: string,
  { shared, own }: ListedViews,
  say: Say<"frame">,
  show: (view: SavedView) => void,
): readonly Offered[] {
  return find([...shared, ...own], wanted, MAX_FOUND / 2, ({ name }) => name).map((view) => ({
    id: view.savedViewId,
    label: view.name,
    hint: say("savedView"),
    run: () => show(view),
  }));
}

/** What can be done, by its words first, whatever it is, and only then with slips. */
function foundActions(
  wanted: string,
  say: Say<"frame">,
  keysOf: (id: CommandId) => string,
  looks: readonly Sought[],
): readonly Offered[] {
  // The palette need not offer itself.
  const commands = COMMANDS.filter(({ id }) => id !== "palette" && isEnabled(id)).map((command) => {
    const { id, title } = command;
    const entry = { id, label: say(title), hint: keysOf(id), run: () => void perform(id) };
    return { entry, words: wordsOf(command, say) };
  });
  // While nothing is typed how it looks would stand behind all that the page can do.
  const offered = wanted.trim() === "" ? commands : [...commands, ...looks];
  return find(offered, wanted, MAX_FOUND, ({ words }) => words).map(({ entry }) => entry);
}

interface Sought {
  readonly entry: Offered;
  readonly words: string;
}

/** How the page looks and speaks, how it is learnt, and the way out; found by what people call it elsewhere, too. */
function looksOf(say: Say<"frame">, language: Language, leave: () => void): readonly Sought[] {
  const offer = (id: string, label: string, hint: string, words: string, run: () => void): Sought => ({
    entry: { id, label, hint, run },
    words: [label, hint, words].join(" "),
  });
  const called = new Intl.DisplayNames([language], { type: "language" });
  const inEnglish = new Intl.DisplayNames(["en"], { type: "language" });
  return [
    ...THEMES.map((theme) =>
      offer(`theme ${theme}`, say(`theme.${theme}`), say("theme"), `${theme} ${say(`seek.${theme}`)}`, () =>
        preferences.set({ theme }),
      ),
    ),
    ...LANGUAGES.map((each) =>
      offer(
        `language ${each}`,
        LOCALES[each].title,
        say("language"),
        `${called.of(each)} ${inEnglish.of(each)} language`,
        () => void chooseLanguage(each),
      ),
    ),
    offer("tour", say("tour"), "", say("seek.tour"), () => touring.set(true)),
    offer("firstSteps", say("checklist"), "", say("seek.firstSteps"), () => {
      preferences.set({ firstSteps: [], firstStepsDone: false });
      perform("focus.chat");
    }),
    offer("logout", say("logout"), "", say("seek.logout"), leave),
  ];
}

function foundNodes(
  wanted: string,
  nodes: ReadonlyMap<string, Node>,
  show: (nodeId: string) => void,
): readonly Offered[] {
  if (wanted.trim() === "") return [];
  const found = find(nodes.values(), wanted, MAX_FOUND, lookedUpBy);
  return found.map(({ nodeId, nodeType, name, semanticId, attributes }) => ({
    id: nodeId,
    label: name,
    hint: knownId(attributes) ?? semanticId,
    nodeType,
    run: () => show(nodeId),
  }));
}
