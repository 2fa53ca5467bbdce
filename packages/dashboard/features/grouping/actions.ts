'use server';

import type { Viewer } from '@seismo/server';
import { refresh } from 'next/cache';
import { runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer, viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

/** `isDone` is false while earlier operations take longer; the page then updates by itself. */
export type Regrouped =
  | { ok: true; organizationId: number; id: string; into: string | null; isDone: boolean }
  | { ok: false; message: string };

const WAIT_MS_MAX = 3_000;
const POLL_MS = 60;

/** Merges into the issue with this number, else into the one with the most events. */
export async function mergeIssues(organizationId: number, issues: number[], into?: number): Promise<Regrouped> {
  return regroup(organizationId, async (viewer) => {
    const name = into === undefined ? undefined : String(into);
    const merged = await runtime().command.mergeIssues(viewer, issues.map(String), name);
    return { id: merged.id, into: merged.into.shortId };
  });
}

export async function splitIssue(
  issue: Target,
  what: { hashes: string[] } | { eventIds: string[] },
): Promise<Regrouped> {
  return regroup(issue.organizationId, async () => ({
    ...(await runtime().command.splitIssue(...(await viewerAndId(issue)), what)),
    into: null,
  }));
}

export async function regroupBySourceMap(issue: Target): Promise<Regrouped> {
  return regroup(issue.organizationId, async () => ({
    ...(await runtime().command.regroupBySourceMap(...(await viewerAndId(issue)))),
    into: null,
  }));
}

export async function undoRegroup(organizationId: number, id: string): Promise<Regrouped> {
  return regroup(organizationId, async (viewer) => ({
    ...(await runtime().command.undoRegroup(viewer, id)),
    into: null,
  }));
}

async function regroup(
  organizationId: number,
  run: (viewer: Viewer) => Promise<{ id: string; into: string | null }>,
): Promise<Regrouped> {
  const result = await runForAnswer(async () => {
    const viewer = await actionViewer(organizationId);
    const started = await run(viewer);
    return { organizationId, ...started, isDone: await isApplied(viewer, started.id) };
  });
  if (result.ok) refresh();
  return result;
}

async function isApplied(viewer: Viewer, id: string): Promise<boolean> {
  for (const endMs = Date.now() + WAIT_MS_MAX; Date.now() < endMs;) {
    if (await runtime().query.isRegrouped(viewer, id)) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
