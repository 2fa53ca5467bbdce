'use server';

import type { Found } from '@seismo/server';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

const TEXT_CHARS_MAX = 200;
const DSNS_MAX = 8;

export interface Hits {
  found: Found[];
  /** Of projects, where a DSN is asked for. */
  dsns: { name: string; dsn: string }[];
  /** Set by the palette, if there was no answer. */
  unreachable?: boolean;
}

/** What the command palette offers for a text. Nothing for strangers. */
export async function find(text: string): Promise<Hits> {
  const nothing = { found: [], dsns: [] };
  if (typeof text !== 'string' || text.trim() === '') return nothing;
  const asking = await viewer();
  if (asking.userId === null) return nothing;
  const typed = text.slice(0, TEXT_CHARS_MAX);
  const [, of] = /^\s*(?:copy\s+)?(?:the\s+)?dsn\b(?:\s+of\b)?\s*(.*)$/i.exec(typed) ?? [];
  if (of === undefined) return { found: await runtime().query.find(asking, typed), dsns: [] };
  const projects = await runtime().query.listProjects(asking);
  const dsns = projects.flatMap(({ name, dsn }) =>
    dsn !== null && name.toLowerCase().includes(of.trim().toLowerCase()) ? [{ name, dsn }] : [],
  );
  return { found: [], dsns: dsns.slice(0, DSNS_MAX) };
}
