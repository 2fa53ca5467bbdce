import { decodeBody } from '#store/bodies/body.ts';
import type { IssueFacts, State } from '#store/state/contract.ts';
import { possibleAssignees, firstAssignee } from '#domain/ownership/assignee.ts';
import type { EventRow } from '#store/telemetry/contract.ts';
import type { ProjectRules } from '#domain/configuration/rules.ts';

type Owner = NonNullable<IssueFacts['owner']>;

/**
 * The owners of issues with their first event in this batch. Only projects with rules pay for it, and only for events
 * of new issues.
 */
export async function ownersOf(
  rows: readonly EventRow[],
  rules: ReadonlyMap<EventRow['projectId'], ProjectRules>,
  state: State,
): Promise<Map<EventRow['issueId'], Owner>> {
  const owners = new Map<EventRow['issueId'], Owner>();
  const ruled = rows.filter(({ projectId }) => rules.get(projectId)?.ownership);
  if (ruled.length === 0) return owners;
  const known = await state.issuesByIds([...new Set(ruled.map(({ issueId }) => issueId))]);
  const fresh = new Set(known.filter(({ eventCount }) => eventCount === 0).map(({ id }) => id));
  for (const row of ruled) {
    if (!fresh.delete(row.issueId)) continue;
    const { event } = await decodeBody(row.body);
    const rule = rules.get(row.projectId)!.ownership!(event);
    if (!rule) continue;
    const ids = [row.organizationId];
    const [members, teams] = await Promise.all([state.listMembers(ids), state.listTeams(ids)]);
    const to = firstAssignee(rule.owners, possibleAssignees(members, teams));
    if (to) owners.set(row.issueId, { to, rule: rule.text });
  }
  return owners;
}
