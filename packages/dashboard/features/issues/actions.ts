'use server';

import type { IssueStatus } from '@seismo/server';
import { refresh } from 'next/cache';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';
import { readIssueFilter, type RawParams } from './search-params.ts';

const statuses: readonly IssueStatus[] = ['unresolved', 'resolved', 'ignored'];

/** Resolve, reopen, ignore. The command checks who asks. */
export async function setIssueStatus(shortIds: string[], status: IssueStatus): Promise<Result> {
  if (!statuses.includes(status)) return { ok: false, message: 'There is no such status.' };
  const result = await attempt(async () =>
    runtime().command.setIssueStatus(await viewer(), shortIds.map(String), status),
  );
  refresh();
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
