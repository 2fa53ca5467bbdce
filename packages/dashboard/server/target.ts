/** The target of an action: its ID, and the ID of the organization in which the page showed it. */
export interface Target {
  organizationId: number;
  id: number;
}

export function targetOf({ id, organization }: { id: number; organization: { id: number } }): Target {
  return { organizationId: organization.id, id };
}
