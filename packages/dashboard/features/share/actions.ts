'use server';

import type { ShareLinksView } from '@seismo/server';
import { runCommand } from '#server/refusal.ts';
import { readOr, runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

type Made = { ok: true; id: number; link: string } | { ok: false; message: string };

/** The open links to an issue; `null` if it is not there any more. */
export async function sharesOf(issue: Target): Promise<ShareLinksView | null> {
  return readOr(null, async () => runtime().query.shareLinks(...(await viewerAndId(issue))));
}

export async function createShare(issue: Target, eventId: string, days: number): Promise<Made> {
  const input = { eventId: String(eventId), days: Number(days) };
  return runForAnswer(async () => runtime().command.createShareLink(...(await viewerAndId(issue)), input));
}

export async function revokeShare(issue: Target, id: number): Promise<{ ok: boolean; message?: string }> {
  return runCommand(async () => runtime().command.deleteShareLink(...(await viewerAndId(issue)), Number(id)));
}
