/** How much of a message is read where no language model answers. Pure. */

export interface MessageRoom {
  readonly characters: number;
  readonly sentences: number;
}

/** How many characters are read: whole sentences, as far as there is room (`offline/understand.py`). */
export function readOf(text: string, { characters, sentences }: MessageRoom): number {
  const ends = [...text.slice(0, characters).matchAll(/[.!?]\s|\n/g)].map(({ index, 0: end }) => index + end.length);
  if (text.length <= characters && ends.length < sentences) return text.length;
  return ends[Math.min(ends.length, sentences) - 1] ?? characters;
}
