'use server';

import { runCommand } from '#server/refusal.ts';
import { runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

type Made = { ok: true; id: number; link: string } | { ok: false; message: string };

export async function createShare(issue: Target, eventId: string, days: number): Promise<Made> {
  const input = { eventId: String(eventId), days: Number(days) };
  return runForAnswer(async () => runtime().command.createShareLink(...(await viewerAndId(issue)), input));
}

export async function revokeShare(issue: Target, id: number): Promise<{ ok: boolean; message?: string }> {
  return runCommand(async () => runtime().command.deleteShareLink(...(await viewerAndId(issue)), Number(id)));
}
