/** The URL of a file, within the organization that the page shows. */
export function fileHref(href: string, organizationId: number): string {
  return `${href}${href.includes('?') ? '&' : '?'}organization=${organizationId}`;
}
