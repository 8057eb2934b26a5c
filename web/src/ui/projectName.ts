/** What people call a project as the short name that stands in addresses and commands: no blanks, no accents. Pure. */

const MOST = 64;

/** Empty, where nothing of it can stand there. */
export function projectName(typed: string): string {
  return typed
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, MOST)
    .replace(/-+$/, "");
}
