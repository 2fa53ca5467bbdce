import { randomBytes } from 'node:crypto';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EventId, EventPayload, Level, OrganizationId, ProjectId, StoredEvent, UserId } from '@seismo/protocol';
import { openAssembler } from '#assemble/assembler.ts';
import { readBundle } from '#assemble/read-bundle.ts';
import { bindCommands } from '#command/bind.ts';
import type { ServerCommandDeps } from '#command/deps.ts';
import { createLastUsedWriter } from '#command/projects/touch-last-used.ts';
import { createProviderDiscovery } from '#command/accounts/provider-discovery.ts';
import { createOpeningThrottle, createSignOnThrottle } from '#command/accounts/request-throttle.ts';
import { createSignInThrottle } from '#command/accounts/sign-in-throttle.ts';
import { reprocessEntry } from '#journal/reprocess-entry.ts';
import { openSqliteJournal } from '#journal/sqlite.ts';
import { createOutgoing, type OutgoingDeps } from '#outgoing/outgoing.ts';
import { bindQueries } from '#query/bind.ts';
import { scopes as allScopes, type Scope, type Viewer } from '#domain/permissions/viewer.ts';
import { encodeBody } from '#store/bodies/body.ts';
import { openDiskBlobs } from '#store/blobs/disk.ts';
import { searchTextsOf } from '#signals/errors/search-texts.ts';
import type { Role } from '#store/state/contract.ts';
import type { EventRow, TelemetryBatch } from '#store/telemetry/contract.ts';
import { openSqliteState } from '#store/state/engines/sqlite/open.ts';
import { openDiskSpace } from '#platform/disk-space.ts';
import { openDuckdbTelemetry } from '#store/telemetry/engines/duckdb/open.ts';
import { afterwards, newFolder } from './cleanup.ts';

export const dayMs = 24 * 3600 * 1000;

/** A server without HTTP: real stores, the queries and commands over them, and a clock that the test moves. Closed afterwards. */
export async function openTestServer(given: Partial<OutgoingDeps> = {}) {
  const folder = newFolder();
  const state = await openSqliteState(join(folder, 'state.db'));
  const telemetry = await openDuckdbTelemetry(join(folder, 'telemetry.duckdb'));
  const blobs = await openDiskBlobs(join(folder, 'blobs'));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  const clock = { nowMs: Date.UTC(2026, 10, 21, 12, 30), now: () => clock.nowMs };
  const counts = { keysChanged: 0 };
  const assembler = () =>
    openAssembler({
      reprocess: async (tasks) => {
        for (const each of tasks) await journal.append(reprocessEntry(each, clock.now()));
      },
      state,
      blobs,
      clock,
      read: (bundle) => readBundle(blobs, bundle),
      log: { error: () => {} },
    });
  const noHosts = { names: new Set<string>(), addresses: new BlockList() };
  const outgoing = createOutgoing({ internal: noHosts, ...given });
  const deps: ServerCommandDeps = {
    state,
    telemetry,
    blobs,
    journal,
    assembler: assembler(),
    clock,
    config: { publicUrl: 'http://seismo.test:8300' },
    space: await openDiskSpace({ folder, floorBytes: 0, clock, log: { info: () => {}, warn: () => {} } }),
    touchLastUsed: createLastUsedWriter(state, { error: () => {} }),
    random: randomBytes,
    onKeysChanged: () => void counts.keysChanged++,
    throttle: createSignInThrottle(clock),
    openings: createOpeningThrottle(clock),
    signOns: createSignOnThrottle(clock),
    outgoing,
    discover: createProviderDiscovery(outgoing, clock),
  };
  let sequence = 0;
  let people = 0;

  async function organization(slug: string): Promise<OrganizationId> {
    return state.write((tx) => tx.createOrganization({ slug, name: slug, createdAtMs: clock.now() }));
  }

  async function user(organizationId: OrganizationId, role: Role): Promise<Viewer & { userId: UserId }> {
    const email = `${role}-${++people}@example.com`;
    const userId = await state.write(async (tx) => {
      const id = await tx.createUser({ email, name: role, passwordHash: null, createdAtMs: clock.now() });
      await tx.setMembership({ organizationId, userId: id, role });
      return id;
    });
    return { userId, memberships: [{ organizationId, role }], scopes: null, boundTo: null };
  }

  /** Stores events as the pipeline does: an issue per `hash`, telemetry first, then the batch in state. */
  async function report(
    project: { id: ProjectId; organization: { id: OrganizationId } },
    hash: string,
    given: Partial<Report> & { count?: number } = {},
  ): Promise<EventId[]> {
    const one: Report = { ...plainReport, ...given };
    const atMs = one.atMs ?? clock.now();
    const scope = { organizationId: project.organization.id, projectId: project.id };
    const headline = { level: one.level, type: one.type, value: one.value, culprit: one.culprit, handled: one.handled };
    const issueIds = await state.write((tx) =>
      tx.ensureIssues([
        { ...scope, ...headline, hash, groupingVersion: 'v1', platform: one.platform, firstSeenAtMs: atMs },
      ]),
    );
    const issueId = issueIds.get(hash)!;
    const eventIds = Array.from({ length: given.count ?? 1 }, () => randomBytes(16).toString('hex') as EventId);
    sequence++;
    await telemetry.append({
      sequence,
      rows: {
        events: eventIds.map((eventId, index) => ({
          ...scope,
          issueId,
          hash,
          eventId,
          atMs: atMs + index,
          receivedAtMs: atMs + index,
          level: one.level,
          platform: one.platform,
          environment: one.environment,
          release: one.release,
          dist: '',
          transaction: '',
          userKey: one.userKey,
          handled: one.handled,
          title: `${one.type}: ${one.value}`,
          culprit: one.culprit,
          traceId: one.traceId,
          digest: one.digest,
          tags: one.tags,
          attributes: one.attributes,
          maps: one.maps,
          body: encodeBody(storedEvent(one, eventId, atMs + index, hash)),
        })),
      },
      changes: [],
    });
    const last = atMs + eventIds.length - 1;
    await state.write((tx) =>
      tx.applyBatch({
        sequence,
        positions: [],
        atMs: clock.now(),
        projectIds: [project.id],
        issues: [
          {
            issueId,
            ...headline,
            events: eventIds.length,
            userKeys: one.userKey ? [one.userKey] : [],
            firstSeenAtMs: atMs,
            lastSeenAtMs: last,
            firstRelease: one.release,
            lastRelease: one.release,
            environments: [one.environment],
            sightings: [{ release: one.release, atMs: last }],
            hours: [{ hour: Math.floor(atMs / 3_600_000), events: eventIds.length }],
          },
        ],
        releases: one.release
          ? [{ ...scope, version: one.release, firstSeenAtMs: atMs, lastSeenAtMs: last, events: eventIds.length }]
          : [],
        environments: one.environment ? [{ projectId: project.id, name: one.environment }] : [],
        firstEvents: [{ projectId: project.id, atMs, platform: 'javascript' }],
        texts: [
          {
            issueId,
            texts: searchTextsOf(storedEvent(one, eventIds[0]!, atMs, hash).event),
          },
        ],
      }),
    );
    return eventIds;
  }

  /** Everything that is stored of an organization and waits in the journal for it: to be compared before and after. */
  async function rowsOf(organizationId: OrganizationId): Promise<Record<string, object[]>> {
    const db = new DatabaseSync(join(folder, 'state.db'), { readOnly: true });
    try {
      const idsIn = (table: string) => `(select id from ${table} where organization_id = ${organizationId})`;
      const ofIt: Record<string, string> = {
        organization_id: `(${organizationId})`,
        project_id: idsIn('project'),
        issue_id: idsIn('issue'),
        team_id: idsIn('team'),
        release_id: idsIn('release_record'),
      };
      const tables = db.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
      const rows: Record<string, object[]> = {};
      for (const { name } of tables) {
        const columns = db.prepare(`select name from pragma_table_info('${name}')`).all() as { name: string }[];
        const owned = columns
          .filter((column) => column.name in ofIt)
          .map((column) => `${column.name} in ${ofIt[column.name]}`);
        if (name === 'organization') owned.push(`id = ${organizationId}`);
        if (owned.length > 0) rows[name] = db.prepare(`select * from ${name} where ${owned.join(' or ')}`).all();
      }
      const projects = new Set((rows['project'] as { id: number }[]).map(({ id }) => id));
      const waiting = await journal.read({ entriesMax: 100_000, bytesMax: 100_000_000 });
      rows['journal'] = waiting
        .filter(({ projectId }) => projects.has(projectId))
        .map(({ kind, body }) => ({ kind, task: Buffer.from(body).toString() }));
      return rows;
    } finally {
      db.close();
    }
  }

  afterwards(async () => {
    await deps.assembler.close();
    await deps.space.close();
    await Promise.all([state.close(), telemetry.close(), journal.close(), blobs.close()]);
  });
  return {
    deps,
    state,
    telemetry,
    blobs,
    journal,
    clock,
    counts,
    query: bindQueries(deps),
    command: bindCommands(deps),
    /** Like a restart: unfinished work continues. */
    async reopenAssembler() {
      await deps.assembler.close();
      deps.assembler = assembler();
    },
    organization,
    user,
    report,
    rowsOf,
    nextSequence: () => ++sequence,
    /** Stores rows of telemetry as a batch of its own. */
    addRows: (rows: TelemetryBatch['rows'], changes: TelemetryBatch['changes'] = []) =>
      telemetry.append({ sequence: ++sequence, rows, changes }),
  };
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>;

/** A test server with an organization, its owner and a project. */
export async function openShop() {
  const server = await openTestServer();
  const organizationId = await server.organization('acme');
  const owner = await server.user(organizationId, 'owner');
  const shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  return { server, organizationId, owner, shop };
}

interface Report {
  platform: string;
  /** Of the single frame. */
  filename: string;
  atMs?: number;
  logger?: string;
  level: Level;
  type: string;
  value: string;
  culprit: string;
  handled: boolean | null;
  environment: string;
  release: string;
  userKey: string;
  tags: Record<string, string>;
  attributes: Record<string, string>;
  traceId: string;
  digest: string;
  contexts: EventPayload['contexts'];
  maps: EventRow['maps'];
}

const plainReport: Report = {
  platform: 'javascript',
  filename: 'cart.js',
  level: 'error',
  type: 'TypeError',
  value: 'x is not a function',
  culprit: 'checkout',
  handled: false,
  environment: 'production',
  release: 'shop@1.0.0',
  userKey: 'id:1',
  tags: { browser: 'Firefox' },
  attributes: {},
  traceId: '',
  digest: '',
  contexts: { browser: { name: 'Firefox' } },
  maps: { mapped: 0, errors: {}, wanted: [] },
};

function storedEvent(one: Report, eventId: EventId, atMs: number, hash: string): StoredEvent {
  const event: EventPayload = {
    event_id: eventId,
    timestamp: atMs / 1000,
    received: atMs / 1000,
    platform: one.platform,
    level: one.level,
    ...(one.logger !== undefined && { logger: one.logger }),
    release: one.release,
    environment: one.environment,
    exception: {
      values: [
        {
          type: one.type,
          value: one.value,
          mechanism: { type: 'onerror', handled: false },
          stacktrace: {
            frames: [
              {
                function: 'pay',
                filename: one.filename,
                lineno: 7,
                colno: 3,
                in_app: true,
                pre_context: ['a', 'b'],
                context_line: 'x()',
                post_context: ['c'],
              },
            ],
          },
        },
      ],
    },
    breadcrumbs: { values: [{ timestamp: atMs / 1000 - 1, category: 'ui.click', message: 'button#pay' }] },
    contexts: one.contexts,
    tags: one.tags,
    extra: { cart: 3 },
    user: { id: '1' },
    _meta: [],
  };
  return {
    event,
    grouping: { version: 'v1', hash, method: 'frames', summary: 'Grouped by a frame.', components: [] },
    title: `${one.type}: ${one.value}`,
    culprit: one.culprit,
  };
}

/** The same user through a token with only these scopes. */
export function withScopes(viewer: Viewer, scopes: readonly Scope[]): Viewer {
  return { ...viewer, scopes };
}

export function allScopesBut(...missing: Scope[]): Scope[] {
  return allScopes.filter((scope) => !missing.includes(scope));
}
