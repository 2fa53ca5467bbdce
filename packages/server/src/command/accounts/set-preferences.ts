import { limits } from '@seismo/protocol';
import { z } from 'zod';
import {
  densities,
  facetVisibilities,
  sidebarWidths,
  themes,
  zones,
  type PreferencesChange,
} from '#query/accounts/views.ts';
import { requirePersonalSession, type Viewer } from '#domain/permissions/viewer.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';

const preferencesSchema = z
  .strictObject({
    theme: z.enum(themes),
    letterKeys: z.boolean(),
    sidebar: z.enum(sidebarWidths),
    density: z.enum(densities),
    zone: z.enum(zones),
    facets: z.enum(facetVisibilities),
    issueColumns: z
      .array(z.string().regex(/^[a-z-]{1,30}$/, 'Use lower-case letters and hyphens.'))
      .max(limits.COLUMN_COUNT_MAX, `Select at most ${limits.COLUMN_COUNT_MAX} columns.`),
    // Names of tags can have any character.
    eventColumns: z
      .array(z.string().min(1).max(limits.TAG_VALUE_CHARS_MAX))
      .max(limits.EVENT_COLUMN_COUNT_MAX, `Select at most ${limits.EVENT_COLUMN_COUNT_MAX} columns.`),
    issueRows: z
      .int('Enter a whole number of rows.')
      .min(1, 'Enter at least 1 row.')
      .max(limits.ISSUE_PAGE_COUNT_MAX, `Enter at most ${limits.ISSUE_PAGE_COUNT_MAX} rows.`),
  })
  .partial();

/** Saves the viewer's preferences for the dashboard, for every browser. */
export async function setPreferences(deps: CommandDeps, viewer: Viewer, change: PreferencesChange): Promise<void> {
  const userId = requirePersonalSession(viewer);
  const { theme, letterKeys, sidebar, density, zone, facets, issueColumns, eventColumns, issueRows } = readInput(
    preferencesSchema,
    change,
  );
  await deps.state.write(async (tx) => {
    if (theme !== undefined) await tx.setPreference(userId, 'theme', theme);
    if (letterKeys !== undefined) await tx.setPreference(userId, 'letter-keys', letterKeys ? 'on' : 'off');
    if (sidebar !== undefined) await tx.setPreference(userId, 'sidebar', sidebar);
    if (density !== undefined) await tx.setPreference(userId, 'density', density);
    if (zone !== undefined) await tx.setPreference(userId, 'zone', zone);
    if (facets !== undefined) await tx.setPreference(userId, 'facets', facets);
    if (issueColumns !== undefined) await tx.setPreference(userId, 'issue-columns', issueColumns.join('.'));
    if (eventColumns !== undefined) await tx.setPreference(userId, 'event-columns', JSON.stringify(eventColumns));
    if (issueRows !== undefined) await tx.setPreference(userId, 'issue-rows', String(issueRows));
  });
}
