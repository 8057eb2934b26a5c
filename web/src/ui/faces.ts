/** How a person is drawn where there is no room for the name. */

/** One of eight colours, the same on every screen. */
export function colourOf(personId: string): number {
  let sum = 0;
  for (const character of personId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 8;
  return sum;
}

export function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
}
