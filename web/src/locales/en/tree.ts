/** Words of the model tree and of finding an element in the diagram. */

export const tree = {
  tree: "Model tree",
  search: "Find in the model",
  close: "Close the tree",
  empty: "The model is empty.",
  nothingFound: "Nothing has these letters.",
  loose: "Not in any system",
  renameOf: "New name of {name}",
  show: "Show in the diagram",
  rename: "Rename",
  newPart: "New part …",
  move: "Move to …",
  copyLink: "Copy link",
  remove: "Delete",
  moved: "“{name}” is part of “{holder}” now",
  movedOut: "“{name}” is part of nothing now",
  notInView: "“{name}” is not part of this view",
  showWhole: "Show in the whole model",
  mayNotChange: "Your access does not include changing the model. Ask an admin of this project.",
  locked: "The project is locked: an admin can unlock it in its settings.",
  coming: "The model is still being loaded.",
} as const;
