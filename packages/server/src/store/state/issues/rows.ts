import type { IssueId, TeamId, UserId } from '@seismo/protocol';
import type { Activity, Assignee, IssueStatus, NewActivity, Substate } from './contract.ts';
import { storableText } from '../storable-text.ts';
import { dueAtMs, type IssueState } from '#domain/issue-status/issue-status.ts';

// Conversions between values in code and their columns.

export interface IssueStateRow {
  status: IssueStatus;
  substate: Substate | null;
  status_at_ms: number;
  resolution: string | null;
  archive: string | null;
  regressed_at_ms: number | null;
}

export function issueStateOf(row: IssueStateRow): IssueState {
  return {
    status: row.status,
    substate: row.substate,
    statusAtMs: row.status_at_ms,
    resolution: row.resolution === null ? null : JSON.parse(row.resolution),
    archive: row.archive === null ? null : JSON.parse(row.archive),
    regressedAtMs: row.regressed_at_ms,
  };
}

export function issueStateColumns(
  life: IssueState,
): IssueStateRow & { due_at_ms: number | null; resolved_release: string; resolved_after: string } {
  return {
    status: life.status,
    substate: life.substate,
    status_at_ms: life.statusAtMs,
    resolution: life.resolution && JSON.stringify(life.resolution),
    archive: life.archive && JSON.stringify(life.archive),
    regressed_at_ms: life.regressedAtMs,
    due_at_ms: dueAtMs(life),
    resolved_release: resolvedRelease(life),
    resolved_after: resolvedAfter(life),
  };
}

function resolvedRelease({ resolution }: Pick<IssueState, 'resolution'>): string {
  return resolution && 'release' in resolution ? storableText(resolution.release ?? '') : '';
}

function resolvedAfter({ resolution }: Pick<IssueState, 'resolution'>): string {
  return resolution?.how === 'next-release' ? storableText(resolution.after) : '';
}

export interface AssigneeRow {
  assignee_user_id: UserId | null;
  assignee_team_id: TeamId | null;
}

export function assigneeOf({ assignee_user_id, assignee_team_id }: AssigneeRow): Assignee | null {
  if (assignee_user_id !== null) return { kind: 'person', userId: assignee_user_id };
  return assignee_team_id === null ? null : { kind: 'team', teamId: assignee_team_id };
}

export function assigneeColumns(assignee: Assignee | null): AssigneeRow {
  return {
    assignee_user_id: assignee?.kind === 'person' ? assignee.userId : null,
    assignee_team_id: assignee?.kind === 'team' ? assignee.teamId : null,
  };
}

interface ActivityRow {
  id: number;
  issue_id: IssueId;
  user_id: UserId | null;
  kind: Activity['kind'];
  at_ms: number;
  data: string;
}

export function activityOf({ id, issue_id, user_id, kind, at_ms, data }: ActivityRow): Activity {
  const known = { id, issueId: issue_id, userId: user_id, kind, atMs: at_ms };
  return { ...JSON.parse(data), ...known } as Activity;
}

export function activityRow(activity: NewActivity): Omit<ActivityRow, 'id'> & { release: string | null } {
  const { issueId, userId, kind, atMs, ...data } = activity;
  const release = activity.kind === 'regressed' ? activity.release || null : null;
  return { issue_id: issueId, user_id: userId, kind, at_ms: atMs, data: JSON.stringify(data), release };
}
