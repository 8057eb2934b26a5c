/** Words of the dialogs of the graph canvas, which are loaded when one of them is first opened. */

export const graphDialogs = {
  moveTitle: "Move {name} into …",
  moveTarget: "Into what",
  moveOut: "Out of {name}",
  linkTitle: "Link {name} to …",
  target: "To what",
  searchTarget: "Type a few letters of a name or id",
  how: "How",
  asFlow: "passes a flow to",
  flowName: "Name of the flow",
  sourceHandle: "From the handle",
  targetHandle: "To the handle",
  connect: "Link",
  noWay: "No relation may join these two.",
  nothingFound: "Nothing found",
  newTitle: "New element",
  type: "Type",
  name: "Name",
  inside: "As a part of {name}",
  create: "Create",
  cancel: "Cancel",
} as const;
