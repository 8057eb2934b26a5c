/** Words of the options of an investigation; apart from those of the documents drawer, which comes later. */

export const inquiry = {
  options: "What to investigate with",
  all: "All documents",
  some: "{count} document || {count} documents",
  none: "No documents",
  asksNobody: "asks nobody",
  askPeople: "Ask people for facts that are missing",
  askPeopleMore: "Otherwise the answer goes on with assumptions, and says which.",
  documents: "Documents to look into",
  noDocuments: "There are none yet; the answer can then only rest on the model.",
  addDocuments: "Add documents",
} as const;
