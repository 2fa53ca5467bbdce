/** Where a link that a tool gave leads, if that is a web page; anything else is not made a link. */
export function hostOfWebLink(url: string): string | null {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).host : null;
}
