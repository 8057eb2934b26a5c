/** What may lie over the whole page: one at a time, or nothing. */
export type Overlay =
  | "palette"
  | "keys"
  | "members"
  | "share"
  | "account"
  | "costs"
  | "models"
  | "automation"
  | "name"
  | "import"
  | "export"
  | "exportView"
  | "exportSelection"
  | null;
