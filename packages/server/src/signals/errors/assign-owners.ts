import { decodeBody } from '#store/bodies/body.ts';
import type { IssueFacts, State } from '#store/state/contract.ts';
import type { Assignee } from '#domain/ownership/assignee.ts';
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
    const to = rule && (await firstOf(rule.owners, row.organizationId, state));
    if (rule && to) owners.set(row.issueId, { to, rule: rule.text });
  }
  return owners;
}

/** The first of these who is still a member. */
export async function firstOf(
  names: readonly string[],
  organizationId: EventRow['organizationId'],
  state: Pick<State, 'listMembers' | 'listTeams'>,
): Promise<Assignee | null> {
  const [people, teams] = await Promise.all([state.listMembers([organizationId]), state.listTeams([organizationId])]);
  for (const name of names) {
    const person = people.find(({ email }) => email.toLowerCase() === name);
    if (person) return { kind: 'user', userId: person.id };
    const team = teams.find(({ slug }) => `#${slug}` === name);
    if (team) return { kind: 'team', teamId: team.id };
  }
  return null;
}
