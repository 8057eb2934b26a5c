/** The host of an address, as people call a receiver. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
