/** The address of a file, within the organization of which the page shows it. */
export function fileHref(href: string, organizationId: number): string {
  return `${href}${href.includes('?') ? '&' : '?'}organization=${organizationId}`;
}
