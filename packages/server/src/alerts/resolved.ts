import type { AlertRule, Issue, StateTx } from '#store/state/contract.ts';
import { firingOf, type Firing } from './queue-alerts.ts';

/** Issues that were resolved, with those of these rules that have reported them since they were last resolved. */
export async function resolvedFirings(
  tx: StateTx,
  rules: AlertRule[],
  resolved: { issue: Issue; atMs: number }[],
): Promise<Firing[]> {
  if (rules.length === 0 || resolved.length === 0) return [];
  const matches = await tx.recentMatches(
    rules.map(({ id }) => id),
    resolved.map(({ issue }) => issue.id),
    0,
  );
  const sent = matches.filter(({ suppressed }) => suppressed === null);
  const last = new Map(sent.map((match) => [`${match.issueId} ${match.ruleId}`, match]));
  return resolved.flatMap(({ issue, atMs }): Firing[] => {
    const reported = rules.filter(({ id }) => last.get(`${issue.id} ${id}`)?.isResolved === false);
    return reported.length > 0 ? [{ ...firingOf(issue, reported, atMs), isResolved: true }] : [];
  });
}
