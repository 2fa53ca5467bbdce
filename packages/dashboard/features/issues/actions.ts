'use server';

import { setTimeout } from 'node:timers/promises';
import type { IssueChange, IssueFlags, IssueName, IssueSelection } from '@seismo/server';
import { refresh } from 'next/cache';
import { plural } from '#ui/count.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runAndRefresh, runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer, viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';
import { readIssueFilter } from './search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';

const DELETED_POLL_MS = 50;
const DELETED_POLLS_MAX = 60;

/** Issues of an organization by ID, or a whole list by its URL parameters. */
export type SelectedIssues = { organizationId: number } & ({ issues: number[] } | { list: RawParams });

type Changed = { ok: true; changed: string[]; undo: string | null } | { ok: false; message: string };

/** Changes status, assignee or priority. The command checks the permission. */
export async function changeIssues(selected: SelectedIssues, change: IssueChange): Promise<Changed> {
  const result = await runForAnswer(async () =>
    runtime().command.changeIssues(await actionViewer(selected.organizationId), toSelection(selected), change),
  );
  refresh();
  return result;
}

/** Done when it is out of the lists, or soon after. */
export async function deleteIssue(issue: Target): Promise<Result> {
  const { query, command } = runtime();
  return runCommand(async () => {
    const [viewer, name] = await viewerAndId(issue);
    await command.deleteIssue(viewer, name);
    for (let polls = 0; polls < DELETED_POLLS_MAX; polls++) {
      if (!(await query.exists(viewer, 'issue', name))) break;
      await setTimeout(DELETED_POLL_MS);
    }
  });
}

export async function undoIssueChange(organizationId: number, token: string): Promise<Result> {
  return runAndRefresh(async () => {
    const { undone, left } = await runtime().command.undoIssueChange(await actionViewer(organizationId), String(token));
    const message =
      left.length > 0
        ? `Changes to ${plural(undone.length, 'issue')} undone. ${plural(left.length, 'issue')} changed since and ${left.length === 1 ? 'was' : 'were'} skipped.`
        : undone.length === 1
          ? `Change to ${undone[0]} undone`
          : `Changes to ${undone.length} issues undone`;
    return { ok: true, message };
  });
}

/** Changes the user's own seen and bookmarked flags. */
export async function flagIssues(
  selected: SelectedIssues,
  flags: IssueFlags,
  quietly = false,
): Promise<{ ok: true; changed: IssueName[] } | { ok: false; message: string }> {
  const result = await runForAnswer(async () =>
    runtime().command.flagIssues(await actionViewer(selected.organizationId), toSelection(selected), flags),
  );
  if (!quietly) refresh();
  return result;
}

/** Subscribes the user to the issue, or ends that. */
export async function setSubscribed(issue: Target, isSubscribed: boolean): Promise<Result> {
  return runAndRefresh(async () => {
    const [viewer, name] = await viewerAndId(issue);
    await runtime().command.setSubscribed(viewer, [name], isSubscribed);
  });
}

function toSelection(selected: SelectedIssues): IssueSelection {
  if ('issues' in selected) return selected.issues.map(String);
  return { ...readIssueFilter(selected.list), cursor: null };
}
