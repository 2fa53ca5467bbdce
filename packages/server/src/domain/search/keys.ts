import { levels, readEventId, type IssueId, type ProjectId, type TeamId } from '@seismo/protocol';
import { assigneeNamed, type Assignee, type AssigneeView } from '../ownership/assignee.ts';
import type { IssueCondition } from './issue-condition.ts';
import { priorities, hasPriority } from '../issue-status/priority.ts';
import type { EventCondition } from './event-condition.ts';
import { compares, matchesPieces } from './wildcard.ts';
import { resolvedAfterThoseBefore } from '../releases/resolved-in.ts';
import type { Viewer } from '../permissions/viewer.ts';
import { SearchSyntaxError, type Filter, type Span } from './ast.ts';
import {
  eventColumn,
  eventEntry,
  eventTime,
  hasColumn,
  hasEntry,
  inTitle,
  issueField,
  issueNumber,
  issueTime,
  textCondition,
} from './key-kinds.ts';
import { printTagName } from './print.ts';
import { isUnsupportedKey } from './unsupported-keys.ts';
import { requireEquality, exactText, textsOf, wordsOf } from './values.ts';
import { compareVersions, readVersion, type Version } from './versions.ts';

/** Context that the meaning of a search depends on. */
export interface Known {
  nowMs: number;
  projects: { id: ProjectId; slug: string }[];
  /** Of these projects; present only if a term needs it. */
  releases: { projectId: ProjectId; version: string; firstSeenAtMs: number }[];
  /** The viewer and the possible assignees; present only if a term needs them. */
  viewer: Viewer;
  members: AssigneeView[];
  /** Teams that the viewer is in. */
  teamIds: TeamId[];
}

/** A key about issues, events, or both; `compile-search.ts` decides which applies. */
export interface SearchKey {
  /** The first is how we write it. */
  names: readonly [string, ...string[]];
  /** A one-line description. */
  about: string;
  /** Its values, if the list is closed. */
  values?: readonly string[];
  issue?: (filter: Filter, known: Known) => IssueCondition;
  event?: (filter: Filter, known: Known) => EventCondition;
  /** The condition of `has:`; a key without it is always present. */
  has?: EventCondition;
}

type IssueWords = Record<string, () => IssueCondition>;

const statusWords: IssueWords = {
  unresolved: () => ({ field: 'status', is: ['unresolved'] }),
  resolved: () => ({ field: 'status', is: ['resolved'] }),
  archived: () => ({ field: 'status', is: ['archived'] }),
  // Sentry's words.
  ignored: () => ({ field: 'status', is: ['archived'] }),
  muted: () => ({ field: 'status', is: ['archived'] }),
};

const substatusWords: IssueWords = {
  new: () => ({ field: 'substate', is: ['new'] }),
  ongoing: () => ({ field: 'substate', is: ['ongoing'] }),
  regressed: () => ({ field: 'substate', is: ['regressed'] }),
  escalating: () => ({ field: 'substate', is: ['escalating'] }),
  archived_until_escalating: () => ({ archivedUntil: ['escalating'] }),
  archived_until_condition_met: () => ({ archivedUntil: ['time', 'events', 'event-rate', 'users', 'user-rate'] }),
  archived_forever: () => ({ archivedUntil: ['forever'] }),
};

/** The states of an issue. One line adds a word. */
const isWords: IssueWords = {
  ...statusWords,
  ...substatusWords,
  unhandled: () => ({ handled: false }),
  handled: () => ({ handled: true }),
  for_review: () => ({ field: 'substate', is: ['new', 'regressed', 'escalating'] }),
  assigned: () => ({ assignedTo: 'anybody' }),
  unassigned: () => ({ not: { assignedTo: 'anybody' } }),
  alerted: () => ({ alerted: true }),
  // Issues are not linked to trackers here.
  linked: () => ({ any: [] }),
  unlinked: () => ({ all: [] }),
};

/** Sentry's categories of issues. Seismo has errors; feedback is listed by the API under this key. */
const categoryWords: IssueWords = {
  error: () => ({ all: [] }),
  ...Object.fromEntries(
    [
      'feedback',
      'performance',
      'cron',
      'replay',
      'uptime',
      'metric_alert',
      'metric',
      'outage',
      'db_query',
      'http_client',
      'frontend',
      'mobile',
      'ai_detected',
      'preprod',
      'instrumentation',
      'configuration',
    ].map((word) => [word, () => ({ any: [] })]),
  ),
};

const hasAction: EventCondition = { any: [hasEntry('tags', 'action'), hasEntry('attributes', 'action.id')] };

/** Every key that is not a tag. One line adds one. Keys have Sentry's names. */
export const searchKeys: readonly SearchKey[] = [
  {
    names: ['is'],
    about: 'Status of the issue',
    values: Object.keys(isWords),
    issue: words(isWords),
  },
  { names: ['status'], about: 'Status of the issue', values: Object.keys(statusWords), issue: words(statusWords) },
  {
    names: ['substatus'],
    about: 'Substatus of the issue',
    values: Object.keys(substatusWords),
    issue: words(substatusWords),
  },
  {
    names: ['issue.category'],
    about: 'Category: error, or feedback in the API',
    values: ['error', 'feedback'],
    issue: words(categoryWords),
  },
  { names: ['issue.type'], about: 'Type of issue, as in Sentry', values: ['error', 'feedback'], issue: issueType },
  { names: ['event.type'], about: 'error, or default for messages', values: ['error', 'default'], event: eventType },
  {
    names: ['level'],
    about: 'Severity',
    values: levels,
    issue: issueField('level', levels),
    event: eventColumn('level', levels),
  },
  {
    names: ['environment'],
    about: 'Environment of the event',
    event: eventColumn('environment'),
    has: hasColumn('environment'),
  },
  { names: ['release'], about: 'Release, or latest', event: release, has: hasColumn('release') },
  { names: ['release.version'], about: 'Version in the release, by semver', event: versionPart('version') },
  { names: ['release.package'], about: 'Package in the release', event: versionPart('package') },
  { names: ['release.build'], about: 'Build in the release', event: versionPart('build') },
  { names: ['dist'], about: 'Distribution of the release', event: eventColumn('dist'), has: hasColumn('dist') },
  {
    names: ['platform', 'platform.name'],
    about: 'Platform of the SDK',
    issue: issueField('platform'),
    event: eventColumn('platform'),
  },
  { names: ['transaction'], about: 'Route or task', event: eventColumn('transaction'), has: hasColumn('transaction') },
  { names: ['culprit'], about: 'Culprit: function or route', event: eventColumn('culprit'), has: hasColumn('culprit') },
  { names: ['title'], about: 'Type and message', issue: textCondition('type', 'value'), event: inTitle },
  { names: ['message'], about: 'Message', issue: textCondition('value'), event: inTitle },
  { names: ['error.type'], about: 'Type of the error or of a cause', issue: textCondition('type'), event: inTitle },
  {
    names: ['error.value'],
    about: 'Message of the error or of a cause',
    issue: textCondition('value'),
    event: inTitle,
  },
  { names: ['stack.function'], about: 'Function in the stack', issue: textCondition('function') },
  { names: ['stack.filename', 'stack.abs_path'], about: 'File in the stack', issue: textCondition('file') },
  { names: ['stack.module'], about: 'Module in the stack', issue: textCondition('module') },
  { names: ['breadcrumb'], about: 'Breadcrumbs before the event', issue: textCondition('breadcrumb') },
  { names: ['user.id'], about: 'User ID', event: userId, has: { column: 'userKey', like: ['id:', ''] } },
  {
    names: ['user.email'],
    about: 'User email',
    event: eventEntry('attributes', 'user.email'),
    has: hasEntry('attributes', 'user.email'),
  },
  {
    names: ['user.username'],
    about: 'Username',
    event: eventEntry('attributes', 'user.username'),
    has: hasEntry('attributes', 'user.username'),
  },
  {
    names: ['user.display'],
    about: 'First of user email, name, ID and IP address',
    event: userDisplay,
    has: { any: [hasColumn('userKey'), hasEntry('attributes', 'user.email')] },
  },
  {
    names: ['user.ip'],
    about: 'User IP address',
    event: eventEntry('attributes', 'user.ip'),
    has: hasEntry('attributes', 'user.ip'),
  },
  {
    names: ['trace.span'],
    about: 'Span in which the event happened',
    event: eventEntry('attributes', 'trace.span'),
    has: hasEntry('attributes', 'trace.span'),
  },
  {
    names: ['http.method'],
    about: 'HTTP method',
    event: eventEntry('attributes', 'http.method'),
    has: hasEntry('attributes', 'http.method'),
  },
  {
    names: ['http.status_code'],
    about: 'HTTP status of the response',
    event: eventEntry('attributes', 'http.status_code'),
    has: hasEntry('attributes', 'http.status_code'),
  },
  {
    names: ['url', 'http.url'],
    about: 'URL of the page or request',
    event: eventEntry('tags', 'url'),
    has: hasEntry('tags', 'url'),
  },
  { names: ['digest'], about: 'Next.js error digest', event: eventColumn('digest'), has: hasColumn('digest') },
  { names: ['route'], about: 'Next.js route', event: eventEntry('tags', 'route'), has: hasEntry('tags', 'route') },
  { names: ['action'], about: 'Server action, by name or ID', event: action, has: hasAction },
  {
    names: ['error.mechanism'],
    about: 'Mechanism that caught the error',
    event: eventEntry('tags', 'mechanism'),
    has: hasEntry('tags', 'mechanism'),
  },
  {
    names: ['sdk.name'],
    about: 'Name of the SDK',
    event: eventEntry('attributes', 'sdk.name'),
    has: hasEntry('attributes', 'sdk.name'),
  },
  {
    names: ['sdk.version'],
    about: 'Version of the SDK',
    event: eventEntry('attributes', 'sdk.version'),
    has: hasEntry('attributes', 'sdk.version'),
  },
  {
    names: ['error.handled'],
    about: 'Whether the app handled the error',
    values: ['true', 'false'],
    event: handled(true),
    has: handledKnown(),
  },
  {
    names: ['error.unhandled'],
    about: 'Whether the error was unhandled',
    values: ['true', 'false'],
    event: handled(false),
    has: handledKnown(),
  },
  { names: ['timesSeen', 'times_seen'], about: 'Events over all time', issue: issueNumber('eventCount') },
  { names: ['users'], about: 'Users over all time', issue: issueNumber('userCount') },
  { names: ['firstSeen', 'first_seen', 'age'], about: 'First event of the issue', issue: issueTime('firstSeenAtMs') },
  { names: ['lastSeen', 'last_seen'], about: 'Last event of the issue', issue: issueTime('lastSeenAtMs') },
  {
    names: ['firstRelease', 'first-release', 'first_release'],
    about: 'First release of the issue, or latest',
    issue: seenRelease('firstRelease'),
  },
  {
    names: ['lastRelease', 'last-release', 'last_release'],
    about: 'Last release of the issue, or latest',
    issue: seenRelease('lastRelease'),
  },
  { names: ['regressed'], about: 'Time of the last regression', issue: issueTime('regressedAtMs') },
  {
    names: ['issue.priority'],
    about: 'Priority of the issue',
    values: priorities,
    issue: (filter) => ({ any: wordsOf(filter, priorities).map(hasPriority) }),
  },
  { names: ['regressed_in_release'], about: 'Release of the last regression', issue: regressedIn },
  { names: ['resolved_in_release'], about: 'Release that resolves the issue', issue: resolvedIn },
  { names: ['timestamp', 'event.timestamp', 'date'], about: 'Time of the event', event: eventTime('atMs') },
  {
    names: ['timestamp.received', 'error.received'],
    about: 'Time the server received the event',
    event: eventTime('receivedAtMs'),
  },
  {
    names: ['assigned', 'assigned_to'],
    about: 'Assignee: me, my_teams, none, #team or an email',
    issue: assigned,
  },
  { names: ['bookmarks', 'bookmarked_by'], about: 'Bookmarked by: me or an email', issue: bookmarks },
  { names: ['issue'], about: 'Short ID of the issue', issue: shortId },
  { names: ['issue.id', 'group.id'], about: 'Numeric ID of the issue', issue: issueIds },
  { names: ['id'], about: 'Event ID', event: eventIds },
  { names: ['trace'], about: 'Trace ID', event: traceIds },
  {
    names: ['project', 'project.name', 'project.id', 'project_id'],
    about: 'Project',
    issue: projects,
    event: projects,
  },
];

const byName = new Map(searchKeys.flatMap((key) => key.names.map((name) => [name, key] as const)));

/** `has:` takes names of keys; any other name is a tag. */
const has: SearchKey = {
  names: ['has'],
  about: 'Whether the event has this field',
  event: (filter) => ({
    any: textsOf(filter).exact.map((name): EventCondition => {
      const tag = /^tags\[(.*)\]$/s.exec(name)?.[1];
      if (tag !== undefined) return hasEntry('tags', tag);
      const key = byName.get(name);
      if (!key && isUnsupportedKey(name)) throw unsupportedKey(filter, name);
      if (!key) return hasEntry('tags', name);
      if (key.has) return key.has;
      throw new SearchSyntaxError(filter, `"${name}" is always present. Remove "has:${name}".`);
    }),
  }),
};

/** The key of a term. A name that no key has is a tag's. */
export function keyOf({ key, tag }: Pick<Filter, 'key' | 'tag'>): SearchKey {
  if (!tag && key === 'has') return has;
  const known = tag ? undefined : byName.get(key);
  if (known) return known;
  if (tag || !isUnsupportedKey(key)) return { names: [key], about: 'Tag', event: eventEntry('tags', key) };
  const event = (filter: Filter): never => {
    throw unsupportedKey(filter, key);
  };
  return { names: [key], about: 'Not supported', event };
}

export function isSearchKey(name: string): boolean {
  return name === 'has' || byName.has(name) || isUnsupportedKey(name);
}

export function needsReleases({ key, tag, values }: Filter): boolean {
  if (tag) return false;
  const seen = byName.get(key)?.names[0];
  if (seen === 'firstRelease' || seen === 'lastRelease') return values.some(({ pieces }) => pieces[0] === 'latest');
  return key === 'release' || key === 'resolved_in_release' || key.startsWith('release.');
}

function unsupportedKey({ from, to }: Span, name: string): SearchSyntaxError {
  const tag = printTagName(name);
  return new SearchSyntaxError(
    { from, to },
    `Seismo cannot search by "${name}". For a tag with this name, use ${tag}.`,
  );
}

function words(known: IssueWords) {
  return (filter: Filter): IssueCondition => ({
    any: wordsOf(filter, Object.keys(known)).map((word) => known[word]!()),
  });
}

/** Sentry has a slug per detector: those of errors and feedback are supported, the others have no matches. */
function issueType(filter: Filter): IssueCondition {
  const { exact, patterns } = textsOf(filter);
  for (const value of exact) {
    if (!ISSUE_TYPE.test(value)) {
      throw new SearchSyntaxError(filter, `Unknown value "${value}". "${filter.key}:" accepts error or feedback.`);
    }
  }
  const finds = exact.includes('error') || patterns.some(({ pieces }) => matchesPieces('error', pieces));
  return finds ? { all: [] } : { any: [] };
}

const ISSUE_TYPE =
  /^(?:error|default|feedback|metric_issue|(?:performance|profile|replay|uptime|monitor|query|llm|web_vitals|preprod)_\w+)$/;

/** Events that were stored before this was noted down are errors. */
function eventType(filter: Filter): EventCondition {
  const { exact, patterns } = textsOf(filter);
  const finds = (type: string) => exact.includes(type) || patterns.some(({ pieces }) => matchesPieces(type, pieces));
  const isDefault: EventCondition = { entry: 'attributes', key: 'event.type', is: ['default'] };
  return { any: [...(finds('error') ? [{ not: isDefault }] : []), ...(finds('default') ? [isDefault] : [])] };
}

/** The first of these that the event has. */
function userDisplay(filter: Filter): EventCondition {
  const [hasEmail, hasName] = [hasEntry('attributes', 'user.email'), hasEntry('attributes', 'user.username')];
  const { exact, patterns } = textsOf(filter);
  const idOrIp: EventCondition = {
    any: ['id', 'ip'].flatMap((kind): EventCondition[] => [
      { column: 'userKey', is: exact.map((value) => `${kind}:${value}`) },
      ...patterns.map(({ pieces: [first = '', ...rest] }) => ({
        column: 'userKey' as const,
        like: [`${kind}:${first}`, ...rest],
      })),
    ]),
  };
  return {
    any: [
      eventEntry('attributes', 'user.email')(filter),
      { all: [{ not: hasEmail }, eventEntry('attributes', 'user.username')(filter)] },
      { all: [{ not: { any: [hasEmail, hasName] } }, idOrIp] },
    ],
  };
}

/** `latest` is the newest release of each project. */
function release(filter: Filter, known: Known): EventCondition {
  const { exact, patterns } = textsOf(filter);
  return {
    any: [
      { column: 'release', is: releaseNames(exact, known) },
      ...patterns.map(({ pieces }) => ({ column: 'release' as const, like: pieces })),
    ],
  };
}

function seenRelease(field: 'firstRelease' | 'lastRelease') {
  return (filter: Filter, known: Known): IssueCondition => {
    const { exact, patterns } = textsOf(filter);
    return {
      any: [{ field, is: releaseNames(exact, known) }, ...patterns.map(({ pieces }) => ({ field, like: pieces }))],
    };
  };
}

function releaseNames(exact: string[], { releases }: Known): string[] {
  if (!exact.includes('latest')) return exact;
  const newest = [...Map.groupBy(releases, ({ projectId }) => projectId).values()].map(
    (ofProject) => ofProject.reduce((last, one) => (one.firstSeenAtMs >= last.firstSeenAtMs ? one : last)).version,
  );
  return [...exact.filter((name) => name !== 'latest'), ...newest];
}

function regressedIn(filter: Filter): IssueCondition {
  const { exact, patterns } = textsOf(filter);
  return {
    any: [{ regressedIn: { is: exact } }, ...patterns.map(({ pieces }) => ({ regressedIn: { like: pieces } }))],
  };
}

/** The release that the resolution names, or the one after it. */
function resolvedIn(filter: Filter, known: Known): IssueCondition {
  const { exact, patterns } = textsOf(filter);
  const fits = (version: string) =>
    exact.includes(version) || patterns.some(({ pieces }) => matchesPieces(version, pieces));
  return { any: [issueField('resolvedRelease')(filter), ...resolvedAfterThoseBefore(known.releases, fits)] };
}

/** Which releases those are is known here: telemetry compares names only. */
function versionPart(part: keyof Version) {
  return (filter: Filter, known: Known): EventCondition => {
    const versions = [...new Set(known.releases.map(({ version }) => version))];
    const { operator, values } = filter;
    const fits = (found: string): boolean => {
      const text = readVersion(found)[part];
      if (operator === '=') {
        return values.some(
          ({ pieces }) =>
            matchesPieces(text, pieces) || (pieces.length === 1 && compareVersions(text, pieces[0]!) === 0),
        );
      }
      const order = compareVersions(text, exactText(values[0]!, 'A version'));
      return order !== null && compares(order, operator, 0);
    };
    return { column: 'release', is: versions.filter(fits) };
  };
}

/** The tag is the name where it is known, else the ID. */
function action(filter: Filter): EventCondition {
  return { any: [eventEntry('tags', 'action')(filter), eventEntry('attributes', 'action.id')(filter)] };
}

function userId(filter: Filter): EventCondition {
  const { exact, patterns } = textsOf(filter);
  return {
    any: [
      { column: 'userKey', is: exact.map((id) => `id:${id}`) },
      ...patterns.map(({ pieces: [first = '', ...rest] }) => ({
        column: 'userKey' as const,
        like: [`id:${first}`, ...rest],
      })),
    ],
  };
}

function handled(isHandled: boolean) {
  return (filter: Filter): EventCondition => ({
    any: wordsOf(filter, ['true', 'false', '1', '0']).map((word) => ({
      handled: (word === 'true' || word === '1') === isHandled,
    })),
  });
}

function handledKnown(): EventCondition {
  return { any: [{ handled: true }, { handled: false }] };
}

export function needsMembers({ key, tag }: Filter): boolean {
  return !tag && ['assigned', 'assigned_to', 'bookmarks', 'bookmarked_by'].includes(key);
}

/** An unknown name matches no issue: the user may have left. */
function assigned(filter: Filter, { viewer, members, teamIds }: Known): IssueCondition {
  const names = filter.values.map((value) => exactText(value, 'A user or team'));
  const some = names.flatMap((name): Assignee[] => {
    if (name === 'my_teams') return teamIds.map((teamId) => ({ kind: 'team', teamId }));
    const named = assigneeNamed(name, members, viewer);
    return named ? [named] : [];
  });
  const unassigned: IssueCondition[] = names.includes('none') ? [{ not: { assignedTo: 'anybody' } }] : [];
  return { any: [...unassigned, { assignedTo: some }] };
}

function issueIds(filter: Filter): IssueCondition {
  const ids = filter.values.map((value) => {
    const text = exactText(value, 'An issue ID');
    if (/^\d{1,15}$/.test(text)) return Number(text) as IssueId;
    throw new SearchSyntaxError(value, `"${filter.key}:" needs a numeric ID. To search by short ID, use "issue:".`);
  });
  requireEquality(filter);
  return { ids };
}

function bookmarks(filter: Filter, { viewer, members }: Known): IssueCondition {
  const named = filter.values.map((value) => assigneeNamed(exactText(value, 'A user'), members, viewer));
  return { any: named.flatMap((who) => (who?.kind === 'user' ? [{ bookmarkedBy: who.userId }] : [])) };
}

function shortId(filter: Filter): IssueCondition {
  const { exact, patterns } = textsOf(filter);
  return {
    any: [
      { field: 'shortId', is: exact.map((id) => id.toUpperCase()) },
      ...patterns.map(({ pieces }) => ({
        field: 'shortId' as const,
        like: pieces.map((piece) => piece.toUpperCase()),
      })),
    ],
  };
}

function eventIds(filter: Filter): EventCondition {
  return {
    eventIds: filter.values.map((value) => {
      const id = readEventId(exactText(value, 'An event ID'));
      if (id) return id;
      throw new SearchSyntaxError(value, 'An event ID is 32 hexadecimal digits, with or without dashes.');
    }),
  };
}

function traceIds(filter: Filter): EventCondition {
  return {
    any: filter.values.map((value) => {
      const traceId = exactText(value, 'A trace ID').toLowerCase();
      if (/^[0-9a-f]{32}$/.test(traceId)) return { traceId };
      throw new SearchSyntaxError(value, 'A trace ID is 32 hexadecimal digits.');
    }),
  };
}

function projects(filter: Filter, known: Known): { projectIds: ProjectId[] } {
  const { values } = filter;
  textsOf(filter);
  return {
    projectIds: known.projects
      .filter(({ id, slug }) =>
        values.some(({ pieces }) => matchesPieces(slug, pieces) || matchesPieces(String(id), pieces)),
      )
      .map(({ id }) => id),
  };
}
