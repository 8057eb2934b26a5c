/** What is left in a field after what stood there was sent and taken: what was typed meanwhile. Pure. */

export function unsent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length) : now;
}
