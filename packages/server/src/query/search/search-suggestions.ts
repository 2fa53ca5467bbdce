import { limits, type ProjectId } from '@seismo/protocol';
import type { Project } from '#store/state/contract.ts';
import { assigneesIn } from '../issues/assignee.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import { atCursor, type AtCursor } from '#domain/search/at-cursor.ts';
import { isSearchKey, keyOf, searchKeys } from '#domain/search/keys.ts';
import { printTag } from '#domain/search/print.ts';
import { begins, contains, suggestedTimes, suggestedValue, suggestedWords } from './suggested.ts';
import type { SearchSuggestion, SearchSuggestions } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** Suggestions at the cursor: keys, tags and values of the newest events. */
export async function searchSuggestions(
  deps: QueryDeps,
  viewer: Viewer,
  request: { projects: string[]; text: string; cursor: number },
): Promise<SearchSuggestions> {
  const projects = await projectsNamed(deps, viewer, 'event:read', request.projects);
  const text = request.text.slice(0, limits.QUERY_CHARS_MAX);
  const at = atCursor(text, request.cursor);
  const found = at.kind === 'key' ? await keys(deps, projects, at.typed) : await values(deps, projects, at);
  return { from: at.from, to: at.to, suggestions: found.slice(0, limits.SUGGESTION_COUNT_MAX) };
}

async function keys({ telemetry }: QueryDeps, projects: Project[], typed: string): Promise<SearchSuggestion[]> {
  const fits = begins(typed);
  const known = searchKeys
    .filter(({ names }) => names.some(fits))
    .map(({ names, about }): SearchSuggestion => ({
      kind: 'key',
      insert: `${names[0]}:`,
      label: names[0],
      about,
      events: null,
    }));
  const rows = await telemetry.query('tagKeys', { ...newestOf(projects), count: TAG_KEYS_READ });
  const tags = rows
    .filter(({ key }) => fits(key) && !isSearchKey(key))
    .map(({ key, events }): SearchSuggestion => {
      return { kind: 'tag', insert: `${printTag(key)}:`, label: key, about: 'Tag', events };
    });
  const operators = typed === '' ? [] : words.filter(({ label }) => fits(label));
  // Leave room for tags among many keys.
  return [...operators, ...known.slice(0, typed === '' ? 10 : limits.SUGGESTION_COUNT_MAX - 5), ...tags];
}

const TAG_KEYS_READ = 200;

const words = suggestedWords('event');

async function values(
  deps: QueryDeps,
  projects: Project[],
  at: Extract<AtCursor, { kind: 'value' }>,
): Promise<SearchSuggestion[]> {
  const key = keyOf(at);
  const fits = begins(at.typed);
  if (key.names[0] === 'has') {
    const all = await keys(deps, projects, at.typed);
    return all
      .filter(({ kind }) => kind === 'tag' || kind === 'key')
      .map(({ label, about, events }) => suggestedValue(label, about, events));
  }
  if (key.values) return key.values.filter(fits).map((text) => suggestedValue(text));
  if (!at.tag && (key.names[0] === 'project' || timeKeys.has(key.names[0]))) {
    return key.names[0] === 'project'
      ? projects.filter(({ slug }) => fits(slug)).map(({ slug, name }) => suggestedValue(slug, name))
      : suggestedTimes.filter(([text]) => fits(text)).map(([text, about]) => suggestedValue(text, about));
  }
  if (!at.tag && releaseKeys.has(key.names[0])) {
    const all = await deps.state.listReleasesOfProjects(projects.map(({ id }) => id));
    const newest = all.toSorted((one, other) => other.lastSeenAtMs - one.lastSeenAtMs).map(({ version }) => version);
    const named = [...new Set(newest)].filter(contains(at.typed)).map((version) => suggestedValue(version));
    return !key.names[0].endsWith('_in_release') && fits('latest')
      ? [suggestedValue('latest', 'Latest release of each project'), ...named]
      : named;
  }
  if (!at.tag && (key.names[0] === 'assigned' || key.names[0] === 'bookmarks')) {
    const all = await assigneesIn(deps.state, [...new Set(projects.map(({ organizationId }) => organizationId))]);
    const named = all.map((one) =>
      one.kind === 'team' ? suggestedValue(`#${one.slug}`, one.name) : suggestedValue(one.email, one.name),
    );
    const words =
      key.names[0] === 'bookmarks'
        ? [suggestedValue('me', 'You')]
        : [
            suggestedValue('me', 'You'),
            suggestedValue('my_teams', 'Teams you are in'),
            suggestedValue('none', 'Unassigned'),
          ];
    const people = key.names[0] === 'bookmarks' ? named.filter(({ label }) => !label.startsWith('#')) : named;
    return [...words, ...people].filter(({ label }) => contains(at.typed)(label));
  }
  if (!at.tag && key.names[0] === 'environment') {
    const names = await deps.state.listEnvironments(projects.map(({ id }) => id));
    return names.filter(contains(at.typed)).map((name) => suggestedValue(name));
  }
  const attribute = !at.tag && attributes.has(key.names[0]);
  const rows = await deps.telemetry.query('tagValues', {
    ...newestOf(projects),
    entry: attribute ? 'attributes' : 'tags',
    key: key.names[0],
    contains: at.typed,
    count: limits.SUGGESTION_COUNT_MAX,
  });
  return rows.map((row) => suggestedValue(row.value, '', row.events));
}

const releaseKeys: ReadonlySet<string> = new Set([
  'release',
  'firstRelease',
  'lastRelease',
  'regressed_in_release',
  'resolved_in_release',
]);
const timeKeys: ReadonlySet<string> = new Set([
  'firstSeen',
  'lastSeen',
  'regressed',
  'timestamp',
  'timestamp.received',
]);
const attributes: ReadonlySet<string> = new Set([
  'user.email',
  'user.username',
  'user.ip',
  'http.method',
  'http.status_code',
  'sdk.name',
  'sdk.version',
]);

function newestOf(projects: Project[]): { projectIds: ProjectId[]; sampleCount: number } {
  return { projectIds: projects.map(({ id }) => id), sampleCount: limits.SUGGESTION_SAMPLE_COUNT_MAX };
}
