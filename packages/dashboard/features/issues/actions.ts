'use server';

import { setTimeout } from 'node:timers/promises';
import type {
  PreferencesChange,
  IssueChange,
  IssueMarks,
  IssueNews,
  IssueSelection,
  ResolutionChoices,
  SuggestedAssignee,
} from '@seismo/server';
import { refresh } from 'next/cache';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { shownViewer, viewer } from '#server/viewer.ts';
import { readIssueFilter, type RawParams } from './search-params.ts';

const GONE_LOOK_MS = 50;
const GONE_LOOKS_MAX = 60;

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

/** Done when it is out of the lists, or soon after. */
export async function deleteIssue(shortId: string): Promise<Result> {
  const { query, command } = runtime();
  return attempt(async () => {
    const asking = await viewer();
    await command.deleteIssue(asking, String(shortId));
    for (let looked = 0; looked < GONE_LOOKS_MAX; looked++) {
      if (!(await query.isThere(asking, 'issue', String(shortId)))) break;
      await setTimeout(GONE_LOOK_MS);
    }
  });
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

/** What one can choose from when an issue is resolved in a release or a commit. */
export async function resolutionChoices(shortId: string, text: string): Promise<ResolutionChoices & { nowMs: number }> {
  let found: ResolutionChoices = { releases: [], commits: [] };
  await attempt(async () => {
    found = await runtime().query.resolutionChoices(await viewer(), String(shortId), String(text));
  });
  return { ...found, nowMs: Date.now() };
}

/** Whom the issue may be for, and why. */
export async function suggestedAssignees(shortId: string): Promise<SuggestedAssignee[]> {
  let found: SuggestedAssignee[] = [];
  await attempt(async () => {
    found = await runtime().query.suggestedAssignees(await viewer(), String(shortId));
  });
  return found;
}

/** What lists have: of the person alone. */
export async function chooseForLists(change: Pick<PreferencesChange, 'issueColumns' | 'issueRows'>): Promise<Result> {
  const result = await attempt(async () => runtime().command.setPreferences(await viewer(), change));
  refresh();
  return result;
}

/** Seen and bookmarked: of the person alone. */
export async function markIssues(
  chosen: Chosen,
  marks: IssueMarks,
  quietly = false,
): Promise<{ ok: true; changed: string[] } | { ok: false; message: string }> {
  let changed: string[] = [];
  const result = await attempt(async () => {
    ({ changed } = await runtime().command.markIssues(await viewer(), selectionOf(chosen), marks));
  });
  if (!quietly) refresh();
  return result.ok ? { ok: true, changed } : result;
}

/** What is new in a list since it was shown, and what changed in it. */
export async function newsOfIssues(params: RawParams, sinceMs: number): Promise<IssueNews> {
  const asking = await shownViewer();
  if (asking.userId === null) return { fresh: 0, changed: 0 };
  return runtime().query.issueNews(asking, { ...readIssueFilter(params), cursor: null }, Number(sinceMs) || 0);
}

function selectionOf(chosen: Chosen): IssueSelection {
  if (Array.isArray(chosen)) return chosen.map(String);
  return { ...readIssueFilter(chosen.list), cursor: null };
}
