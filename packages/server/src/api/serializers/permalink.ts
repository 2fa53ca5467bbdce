/** The address of an issue's page as Sentry forms it: its tools take the organization and the ID out of it. */
export function permalinkOf(publicUrl: string, organization: string, issue: string | number): string {
  return `${publicUrl}/organizations/${encodeURIComponent(organization)}/issues/${issue}/`;
}
