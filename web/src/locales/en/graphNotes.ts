/** What a view says when there is little to see. */

export const graphNotes = {
  nothingHere: "The model is empty. Add something, import a file, or write into the chat what the system is for.",
  nothingOf: "This view shows {types}; the model has none of them yet. Add one, or ask for it in the chat.",
  nothingFocused:
    "This view shows one element at a time, with what it holds: {type}. There is none with content yet. Add one, or ask for it in the chat.",
  lacksTypes: "Not in the model yet: {types}. Add with n, or ask for it in the chat.",
  lacksRelations:
    "Nothing here is joined by {relations} yet. Select a box and press l to link it, or drag from its border to another.",
  drawnElsewhere: "Nothing here is joined by {relations}; the view {view} draws how this model is joined.",
} as const;
