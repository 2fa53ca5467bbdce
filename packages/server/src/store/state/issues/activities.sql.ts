import type { StateEngine } from '../engine.ts';
import { issueChangeKinds, type OutboxFacts } from '../outbox/contract.ts';
import { subscribe } from '../notifications/sql.ts';
import type { Publish } from '../outbox/sql.ts';
import type { Db } from '../schema.ts';
import type { NewActivity } from './contract.ts';
import { activityRow } from './rows.ts';

/** The only function that adds activities, so every change of an issue has a row in the outbox. */
export async function insertActivities(
  db: Db,
  engine: StateEngine,
  publish: Publish,
  activities: NewActivity[],
): Promise<void> {
  if (activities.length === 0) return;
  await subscribe(db, engine, activities);
  const made = await engine.runMany(db, activities.map(activityRow), (row) =>
    db.insertInto('activity').values(row).returning('id'),
  );
  const issueIds = [...new Set(activities.map(({ issueId }) => issueId))];
  const issues = await db
    .selectFrom('issue')
    .select(['id', 'projectId'])
    .where('id', 'in', engine.list(issueIds, 'bigint'))
    .execute();
  const projectOf = new Map(issues.map(({ id, projectId }) => [id, projectId]));
  publish(
    activities.map((activity, index) => {
      const facts: Record<string, unknown> = { ...activity };
      delete facts.text;
      delete facts.editedAtMs;
      delete facts.mentions;
      delete facts.atMs;
      return {
        ...facts,
        kind: issueChangeKinds[activity.kind],
        projectIds: [projectOf.get(activity.issueId)!],
        activityId: made[index]![0]!.id,
      } as OutboxFacts;
    }),
  );
}
