/** The host of a link from a tool if it is a web page; other links are not rendered. */
export function hostOfWebLink(url: string): string | null {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).host : null;
}
