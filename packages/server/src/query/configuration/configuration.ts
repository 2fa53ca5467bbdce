import {
  defaultFilters,
  defaultGrouping,
  defaultLimits,
  defaultOwnership,
  defaultPrivacy,
  defaultSource,
  readDocument,
} from '#domain/configuration/documents.ts';
import type { Configuration, ConfigurationName } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ChangedSetting, Configured, SettingsOf, VersionView } from './views.ts';

export const beginnings: SettingsOf = {
  filters: defaultFilters,
  grouping: defaultGrouping,
  ownership: defaultOwnership,
  privacy: defaultPrivacy,
  limits: defaultLimits,
  source: defaultSource,
};

/** The current version of one of a project's documents. */
export async function configuration<Name extends ConfigurationName>(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  name: Name,
): Promise<Configured<Name>> {
  const { id } = await projectNamed(deps, viewer, 'project:read', projectSlug);
  const beginning: object | undefined = Object.hasOwn(beginnings, name) ? beginnings[name] : undefined;
  if (!beginning)
    throw new Refusal('invalid', `Unknown settings. The settings are ${Object.keys(beginnings).join(', ')}.`);
  const [newest] = await deps.state.configurationHistory(id, name, 1);
  const settings = readDocument(newest?.document, beginning) as SettingsOf[Name];
  return { version: newest?.version ?? 0, settings };
}

/** Newest first, with their authors. */
export async function configurationHistory(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  name: ConfigurationName,
): Promise<VersionView[]> {
  const { id } = await projectNamed(deps, viewer, 'project:read', projectSlug);
  const versions = await deps.state.configurationHistory(id, name, VERSION_COUNT_MAX);
  const beginning = Object.hasOwn(beginnings, name) ? beginnings[name] : {};
  const users = await deps.state.usersByIds([...new Set(versions.flatMap(({ userId }) => userId ?? []))]);
  return versions.map((one, index) => {
    const user = users.find(({ id: userId }) => userId === one.userId);
    const changed = changes(beginning, one, versions[index + 1]);
    return { version: one.version, atMs: one.atMs, by: user ? user.name || user.email : null, changed };
  });
}

const VERSION_COUNT_MAX = 10;

/** Settings in which a version differs from the one before it. */
function changes(beginning: object, now: Configuration, before: Configuration | undefined): ChangedSetting[] {
  const older = new Map<string, unknown>(Object.entries(readDocument(before?.document, beginning)));
  return Object.entries(readDocument(now.document, beginning) as Record<string, unknown>).flatMap(([name, value]) => {
    const from = older.get(name);
    if (JSON.stringify(from) === JSON.stringify(value)) return [];
    return [{ name, from: summarizeValue(from), to: summarizeValue(value) }];
  });
}

function summarizeValue(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return String(value.length);
  return typeof value === 'string' && /^[a-z]{1,20}$/.test(value) ? value : null;
}
