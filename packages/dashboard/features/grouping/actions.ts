'use server';

import { refresh } from 'next/cache';
import { attempt } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

/** `isDone` is false when what came before takes longer; the page follows by itself. */
export type Regrouped = { ok: true; id: string; into: string | null; isDone: boolean } | { ok: false; message: string };

const WAIT_MS_MAX = 3_000;
const LOOK_MS = 60;

export async function mergeIssues(issues: string[], into?: string): Promise<Regrouped> {
  return regroup(async () => {
    const merged = await runtime().command.mergeIssues(await viewer(), issues.map(String), into);
    return { id: merged.id, into: merged.into.shortId };
  });
}

export async function splitIssue(
  shortId: string,
  what: { hashes: string[] } | { eventIds: string[] },
): Promise<Regrouped> {
  return regroup(async () => ({
    ...(await runtime().command.splitIssue(await viewer(), shortId, what)),
    into: null,
  }));
}

export async function followMaps(shortId: string): Promise<Regrouped> {
  return regroup(async () => ({
    ...(await runtime().command.followMaps(await viewer(), shortId)),
    into: null,
  }));
}

export async function undoRegroup(id: string): Promise<Regrouped> {
  return regroup(async () => ({ ...(await runtime().command.undoRegroup(await viewer(), id)), into: null }));
}

async function regroup(deed: () => Promise<{ id: string; into: string | null }>): Promise<Regrouped> {
  let asked = { id: '', into: null as string | null };
  const result = await attempt(async () => {
    asked = await deed();
  });
  if (!result.ok) return result;
  const isDone = await done(asked.id);
  refresh();
  return { ok: true, ...asked, isDone };
}

async function done(id: string): Promise<boolean> {
  const asking = await viewer();
  for (const endMs = Date.now() + WAIT_MS_MAX; Date.now() < endMs;) {
    if (await runtime().query.isRegrouped(asking, id)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}
