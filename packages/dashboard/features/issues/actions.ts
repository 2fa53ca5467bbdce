'use server';

import type { IssueChange, IssueMarks, IssueSelection } from '@seismo/server';
import { refresh } from 'next/cache';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';
import { readIssueFilter, type RawParams } from './search-params.ts';

/** What was chosen: issues by name, or a whole list by the parameters of its address. */
export type Chosen = string[] | { list: RawParams };

type Changed = { ok: true; changed: string[]; undo: string | null } | { ok: false; message: string };

/** Status, assignee, priority. The command checks who asks, and what for. */
export async function changeIssues(chosen: Chosen, change: IssueChange): Promise<Changed> {
  let changed: string[] = [];
  let undo: string | null = null;
  const result = await attempt(async () => {
    const done = await runtime().command.changeIssues(await viewer(), selectionOf(chosen), change);
    ({ changed, undo } = done);
  });
  refresh();
  return result.ok ? { ok: true, changed, undo } : result;
}

export async function undoIssueChange(token: string): Promise<Result> {
  const result = await attempt(async () => {
    const { undone, left } = await runtime().command.undoIssueChange(await viewer(), String(token));
    const message =
      left.length > 0
        ? `Undone for ${undone.length}; ${left.length} changed since and were left`
        : undone.length === 1
          ? `${undone[0]} is as it was`
          : `${undone.length} issues are as they were`;
    return { ok: true, message };
  });
  refresh();
  return result;
}

/** Seen and bookmarked: of the person alone. */
export async function markIssues(shortIds: string[], marks: IssueMarks, quietly = false): Promise<Result> {
  const result = await attempt(async () => runtime().command.markIssues(await viewer(), shortIds.map(String), marks));
  if (!quietly) refresh();
  return result;
}

/** How many issues of a list were first seen after it was shown. */
export async function countNewIssues(params: RawParams, sinceMs: number): Promise<number> {
  const asking = await viewer();
  if (asking.userId === null) return 0;
  const page = await runtime().query.listIssues(asking, {
    ...readIssueFilter(params),
    sort: 'first-seen',
    cursor: null,
  });
  return page.issues.filter((issue) => issue.firstSeenAtMs > sinceMs).length;
}

function selectionOf(chosen: Chosen): IssueSelection {
  if (Array.isArray(chosen)) return chosen.map(String);
  return { ...readIssueFilter(chosen.list), cursor: null };
}
