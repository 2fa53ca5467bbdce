'use server';

import type { Found } from '@seismo/server';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

const TEXT_CHARS_MAX = 200;

/** What the command palette offers for a text. Nothing for strangers. */
export async function find(text: string): Promise<Found[]> {
  if (typeof text !== 'string' || text.trim() === '') return [];
  const asking = await viewer();
  return asking.userId === null ? [] : runtime().query.find(asking, text.slice(0, TEXT_CHARS_MAX));
}
