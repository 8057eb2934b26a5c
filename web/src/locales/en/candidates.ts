/** Words of what a document could become. */

export const candidates = {
  open: "Propose elements",
  openMore: "Turn what this document obliges somebody to into proposed elements",
  openOne: "Propose an element",
  title: "Elements from “{title}”",
  about: "These passages oblige somebody. What you choose becomes one proposal; nothing changes before it is decided.",
  looking: "Looking for passages that oblige somebody …",
  none: "No passage of this document obliges anybody: none says must, shall or may not, and none has a name such as REQ-12. Passages marked as suspicious are left out.",
  allKnown:
    "The model has an element for the passage that obliges somebody already. || The model has elements for all {count} passages that oblige somebody already.",
  notThis:
    "The passage you chose is none of them: it obliges nobody, is marked as suspicious, or has its element already.",
  candidates: "Passages that oblige somebody",
  all: "All {count}",
  more: "The first {shown} of {count} are shown. Once these are decided, come back for the others.",
  known:
    "{count} passage is left out: the model has an element of that name. || {count} passages are left out: the model has elements of their names.",
  propose: "Propose {count} element || Propose {count} elements",
  cancel: "Cancel",
  close: "Close",
} as const;
