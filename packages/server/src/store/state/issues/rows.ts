import type { Selectable } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Activity, NewActivity } from './contract.ts';
import type { Assignee } from '#domain/ownership/assignee.ts';
import { storableText } from '../storable-text.ts';
import { dueAtMs, type IssueState } from '#domain/issue-status/issue-status.ts';

// Conversions between values in code and their columns.

export function issueStateColumns(state: IssueState) {
  const { status, substate, statusAtMs, resolution, archive, regressedAtMs } = state;
  const release = resolution && 'release' in resolution ? resolution.release : null;
  return {
    status,
    substate,
    statusAtMs,
    resolution: resolution && JSON.stringify(resolution),
    archive: archive && JSON.stringify(archive),
    regressedAtMs,
    dueAtMs: dueAtMs(state),
    resolvedRelease: storableText(release ?? ''),
    resolvedAfter: resolution?.how === 'next-release' ? storableText(resolution.after) : '',
  };
}

export type AssigneeRow = Pick<Selectable<Schema['issue']>, 'assigneeUserId' | 'assigneeTeamId'>;

export function assigneeOf({ assigneeUserId, assigneeTeamId }: AssigneeRow): Assignee | null {
  if (assigneeUserId !== null) return { kind: 'user', userId: assigneeUserId };
  return assigneeTeamId === null ? null : { kind: 'team', teamId: assigneeTeamId };
}

export function assigneeColumns(assignee: Assignee | null): AssigneeRow {
  return {
    assigneeUserId: assignee?.kind === 'user' ? assignee.userId : null,
    assigneeTeamId: assignee?.kind === 'team' ? assignee.teamId : null,
  };
}

export function activityOf({ data, release: _, ...row }: Selectable<Schema['activity']>): Activity {
  return { ...data, ...row } as Activity;
}

export function activityRow({ issueId, userId, kind, atMs, ...data }: NewActivity) {
  const release = kind === 'regressed' && 'release' in data ? data.release || null : null;
  return { issueId, userId, kind, atMs, data: JSON.stringify(data), release };
}
