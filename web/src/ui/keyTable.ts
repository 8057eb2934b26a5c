/**
 * The keys that canvases and drawers listen to themselves: one table, from which the help page and the manual come.
 *
 * A test reads the listeners and fails when one of their keys is not here.
 */

import type { EnglishKeys } from "../locales/translation";

interface KeyRow {
  /** Alternatives between commas; `arrows` are all four. */
  readonly keys: string;
  readonly label: keyof EnglishKeys;
}

interface KeyGroup {
  readonly title: keyof EnglishKeys;
  readonly rows: readonly KeyRow[];
}

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "chat",
    rows: [
      { keys: "Enter", label: "chat.send" },
      { keys: "Shift+Enter", label: "chat.aNewLine" },
      { keys: "Esc", label: "chat.stopTheAnswer" },
      { keys: "ArrowUp", label: "chat.changeWhatWasSaid" },
      { keys: "Ctrl+Enter", label: "chat.sendItAnew" },
    ],
  },
  {
    title: "tables",
    rows: [
      { keys: "arrows, PageUp, PageDown, Home, End", label: "tables.goFromCellTo" },
      { keys: "Shift+arrows", label: "tables.selectARangeOf" },
      { keys: "Ctrl+A", label: "tables.selectAll" },
      { keys: "Ctrl+Home, Ctrl+End", label: "tables.firstAndLastRow" },
      { keys: "F2, Enter, typing", label: "tables.editTheCell" },
      { keys: "Space, ?, /", label: "tables.theyKeepTheirOther" },
      { keys: "Enter, Tab, Shift+Tab", label: "tables.keepItAndGo" },
      { keys: "Shift+Enter", label: "tables.aNewLine" },
      { keys: "Esc", label: "tables.leaveItAsIt" },
      { keys: "Ctrl+Delete, Ctrl+Backspace", label: "tables.deleteTheNodeOr" },
      { keys: "Ctrl+D", label: "tables.fillDown" },
      { keys: "Delete", label: "tables.emptyCells" },
      { keys: "Ctrl+C", label: "tables.copyCells" },
      { keys: "Ctrl+V", label: "tables.pasteABlockFrom" },
      { keys: "Alt+ArrowLeft, Alt+ArrowRight", label: "tables.moveColumn" },
      { keys: "Alt+Shift+ArrowLeft, Alt+Shift+ArrowRight", label: "tables.resizeColumn" },
      { keys: "ArrowLeft, ArrowRight, Home, End", label: "tables.anotherTable" },
    ],
  },
  {
    title: "matrix",
    rows: [
      { keys: "arrows, PageUp, PageDown, Home, End", label: "matrix.goFromCellTo" },
      { keys: "Ctrl+Home, Ctrl+End", label: "matrix.firstAndLastRow" },
      { keys: "Space, Enter", label: "matrix.linkOrUnlink" },
      { keys: "c", label: "matrix.confirm" },
    ],
  },
  {
    title: "graph",
    rows: [
      { keys: "arrows", label: "graph.goToTheNeighbour" },
      { keys: "Alt+arrows", label: "graph.moveTheSelectedNodes" },
      { keys: "F2, Enter", label: "graph.rename" },
      { keys: "Esc", label: "graph.leaveTheNameAs" },
      { keys: "m", label: "graph.moveTheSelectedNode" },
      { keys: "e, E", label: "graph.expandOrCollapse" },
      { keys: "h, H", label: "graph.hideTheSelected" },
      { keys: "f, F", label: "graph.showTheSelectedShow" },
      { keys: "+, -", label: "graph.nearerFarther" },
      { keys: "ContextMenu, Shift+F10", label: "graph.menu" },
      { keys: "Delete", label: "graph.delete" },
    ],
  },
  {
    title: "tree",
    rows: [
      { keys: "arrows, PageUp, PageDown, Home, End", label: "tree.goFromRowToRow" },
      { keys: "Shift+ArrowUp, Shift+ArrowDown, Ctrl+Space", label: "tree.selectMore" },
      { keys: "typing", label: "tree.goToTheName" },
      { keys: "*", label: "tree.openAll" },
      { keys: "Enter", label: "tree.show" },
      { keys: "F2, Esc", label: "tree.rename" },
      { keys: "ContextMenu, Shift+F10", label: "tree.menu" },
      { keys: "Delete", label: "tree.remove" },
    ],
  },
  {
    title: "inspector",
    rows: [
      { keys: "Enter, Ctrl+Enter", label: "inspector.keep" },
      { keys: "Esc", label: "inspector.leave" },
    ],
  },
  {
    title: "review",
    rows: [
      { keys: "j, k, ArrowDown, ArrowUp, Home, End", label: "review.fromChangeToChange" },
      { keys: "], [", label: "review.nextAndPreviousProposal" },
      { keys: "a, r, d", label: "review.acceptRejectTheChange" },
      { keys: "A, R, D", label: "review.acceptRejectTheWhole" },
      { keys: "H", label: "review.acceptWhatHolds" },
      { keys: "e, m", label: "review.editTheChangeBefore" },
      { keys: "u", label: "review.nextChangeWithA" },
      { keys: "b", label: "review.beforeOrAfter" },
      { keys: "Enter, Space", label: "review.showTheElementOn" },
      { keys: "Ctrl+Enter", label: "review.applyWhatIsAccepted" },
    ],
  },
  {
    title: "drawers",
    rows: [
      { keys: "j, k, ArrowDown, ArrowUp, Home, End", label: "drawers.fromStepToStep" },
      { keys: "ArrowRight, ArrowLeft", label: "drawers.unfoldFold" },
      { keys: "Enter, Space", label: "drawers.detailsOfTheStep" },
      { keys: "j, u, k, ArrowDown, ArrowUp", label: "drawers.fromFindingToFinding" },
    ],
  },
];
