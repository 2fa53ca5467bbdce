'use server';

import type { SharesView } from '@seismo/server';
import { attempt } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

type Made = { ok: true; id: number; link: string } | { ok: false; message: string };

/** The open links to an issue; `null` if it is not there any more. */
export async function sharesOf(shortId: string): Promise<SharesView | null> {
  let found: SharesView | null = null;
  await attempt(async () => {
    found = await runtime().query.shares(await viewer(), String(shortId));
  });
  return found;
}

export async function createShare(shortId: string, eventId: string, days: number): Promise<Made> {
  let made = { id: 0, link: '' };
  const result = await attempt(async () => {
    const input = { eventId: String(eventId), days: Number(days) };
    made = await runtime().command.createShare(await viewer(), String(shortId), input);
  });
  return result.ok ? { ok: true, ...made } : result;
}

export async function endShare(shortId: string, id: number): Promise<{ ok: boolean; message?: string }> {
  return attempt(async () => runtime().command.deleteShare(await viewer(), String(shortId), Number(id)));
}
