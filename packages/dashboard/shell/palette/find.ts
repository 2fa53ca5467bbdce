import type { Found, Viewer } from '@seismo/server';
import { findSettings, settingPermissions, type FoundSetting } from '#features/settings/settings-index.ts';
import { runtime } from '#server/runtime.ts';
import { denied } from '#server/viewer.ts';

const TEXT_CHARS_MAX = 200;
const DSNS_MAX = 8;
const SETTINGS_MAX = 6;

export interface Hits {
  found: Found[];
  /** Projects and their DSNs. */
  dsns: { name: string; dsn: string }[];
  /** Settings; the browser knows the pages of account and organization itself. */
  settings: FoundSetting[];
}

/** The results of the command palette for a text, the current project's first. */
export async function find(viewer: Viewer, { text, here }: { text: string; here: string | null }): Promise<Hits> {
  const nothing = { found: [], dsns: [], settings: [] };
  if (typeof text !== 'string' || text.trim() === '') return nothing;
  const typed = text.slice(0, TEXT_CHARS_MAX);
  const [, of] = /^\s*(?:copy\s+)?(?:the\s+)?dsn\b(?:\s+of\b)?\s*(.*)$/i.exec(typed) ?? [];
  const projects = await runtime().query.listProjects(viewer);
  if (of === undefined) {
    const off = await denied(settingPermissions);
    const settings = findSettings(typed, projects, typeof here === 'string' ? here : null, off);
    return { ...nothing, found: await runtime().query.find(viewer, typed), settings: settings.slice(0, SETTINGS_MAX) };
  }
  const dsns = projects.flatMap(({ name, dsn }) =>
    dsn !== null && name.toLowerCase().includes(of.trim().toLowerCase()) ? [{ name, dsn }] : [],
  );
  return { ...nothing, dsns: dsns.slice(0, DSNS_MAX) };
}
