import { DuckDBListValue, type DuckDBConnection, type DuckDBUUIDValue, type DuckDBValue } from '@duckdb/node-api';
import { queries, queryNames, type QueryName } from '../../../queries/index.ts';
import type { OneIssue } from '../../../queries/parts/of-issue.ts';
import { issueEventsDuckdb } from '../../../queries/parts/issue-events.ts';
import { eventId, tags } from '../../../queries/query.ts';
import type { StoredRows } from '../../../tables/index.ts';
import { byTimeAndId } from '../../memory/rows.ts';
import { runStatement } from '../statements.ts';
import { readValue } from '../values.ts';
import type { CachedAnswer, Layer } from './layer.ts';
import { createReadCache } from './read-cache.ts';

/** The most events of a cached issue: 5 MB. An issue with more than half as many is not cached. */
const EVENT_COUNT_MAX = 20_000;
const eventsOver = EVENT_COUNT_MAX / 2;

/**
 * Answers the queries of an issue page with the oracle of the query, from the issue's events, which are read once while
 * the page is viewed. Exact, like `events` itself: added rows are read before each answer.
 */
export function issueEvents(): Layer {
  const issues = createReadCache<IssueEvents>({ countMax: 4 });
  // Counting one issue's events takes half as long as reading them, so all are counted together, and again only when so
  // many were added that another may have become too large.
  const large = createReadCache<ReadonlySet<string>>({ countMax: 1 });
  let addedCount = 0;
  // Late source maps are changes of events; added events do not affect it.
  const regroupable = createReadCache<ReadonlySet<string>>({ countMax: 1 });

  const recount = () => {
    addedCount = 0;
    large.changed();
  };
  const changed = () => {
    issues.changed();
    regroupable.changed();
    recount();
  };

  const answerOf =
    <Name extends QueryName>(name: Name): CachedAnswer<Name> =>
    async (params, next, connection) => {
      const issue = queries[name].fromIssueEvents?.(params);
      if (!issue) return next(name, params);
      const isLarge = await large.read('', async () => keysOf(await next('largeIssues', { eventsOver })));
      if (isLarge.has(keyOf(issue))) return next(name, params);
      const { events } = await issues.read(keyOf(issue), (known) => readIssueEvents(connection, issue, known));
      // The events have the columns that these queries use; issues with thinned events are read by SQL.
      return queries[name].memory({ events, thinned: [], counts: [] } as unknown as StoredRows, params);
    };
  const names = queryNames.filter((name) => queries[name].fromIssueEvents);

  return {
    queries: {
      ...Object.fromEntries(names.map((name) => [name, answerOf(name)])),
      async groupsByMap(params, next) {
        const some = await regroupable.read('', async () => keysOf(await next('movableIssues', {})));
        return some.has(keyOf(params)) ? next('groupsByMap', params) : [];
      },
    },
    applied({ rows: { events = [] }, changes }) {
      const added = keysOf(events);
      issues.added((key) => added.has(key));
      addedCount += events.length;
      if (changes.length > 0) changed();
      if (addedCount > eventsOver) recount();
    },
    truncated: changed,
  };
}

function keyOf({ projectId, issueId }: OneIssue): string {
  return `${projectId}/${issueId}`;
}

function keysOf(issues: readonly OneIssue[]): ReadonlySet<string> {
  return new Set(issues.map(keyOf));
}

interface IssueEvents {
  /** By time and ID, which makes sorting them again cheap. */
  events: readonly IssueEvent[];
  lastSequence: number;
}

/** The columns of an event that the queries of an issue page use. */
class IssueEvent {
  readonly projectId;
  readonly issueId;
  readonly environment;
  readonly release;
  readonly tags;
  readonly atMs;
  /** The user's hash; `''` is no user. */
  readonly userKey;
  readonly #id;

  constructor(
    { projectId, issueId, environment, release, tags: shared }: Alike,
    atMs: number,
    userHash: bigint,
    id: DuckDBUUIDValue,
  ) {
    this.projectId = projectId;
    this.issueId = issueId;
    this.environment = environment;
    this.release = release;
    this.tags = shared;
    this.atMs = atMs;
    this.userKey = userHash === 0n ? '' : String(userHash);
    this.#id = id;
  }

  /** Converted when a query needs it, because that takes a microsecond. */
  get eventId() {
    return eventId(readValue(this.#id));
  }
}

/** What events have in common that differ only in time, ID and user. */
interface Alike extends OneIssue {
  environment: string;
  release: string;
  tags: Record<string, string>;
}

/** Reads all events, or those added since. */
async function readIssueEvents(
  connection: DuckDBConnection,
  issue: OneIssue,
  { events, lastSequence }: IssueEvents = { events: [], lastSequence: -1 },
): Promise<IssueEvents> {
  const result = await runStatement(connection, issueEventsDuckdb, { ...issue, sinceSequence: lastSequence });
  const groups = await result.getRows();
  const added = groups.flatMap(([environment, release, ofTags, atMs, ids, users]) => {
    const alike = { ...issue, environment: String(environment), release: String(release), tags: tags(String(ofTags)) };
    const [eventIds, userHashes] = [itemsOf<DuckDBUUIDValue>(ids), itemsOf<bigint>(users)];
    return itemsOf<number>(atMs).map((at, index) => new IssueEvent(alike, at, userHashes[index]!, eventIds[index]!));
  });
  return {
    events: [...events, ...added].sort(byTimeAndId),
    lastSequence: groups.reduce((last, group) => Math.max(last, Number(group[6])), lastSequence),
  };
}

function itemsOf<Item extends DuckDBValue>(value: DuckDBValue | undefined): Item[] {
  if (!(value instanceof DuckDBListValue)) throw new TypeError('DuckDB returned no list');
  return value.items as Item[];
}
