import { randomBytes } from 'node:crypto';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EventId, EventPayload, OrganizationId, ProjectId, UserId } from '@seismo/protocol';
import { openAssembler } from '#assemble/assembler.ts';
import { readBundle } from '#assemble/read-bundle.ts';
import { bindCommands } from '#command/bind.ts';
import type { ServerCommandDeps } from '#command/deps.ts';
import { createLastUsedWriter } from '#command/projects/touch-last-used.ts';
import { createProviderDiscovery } from '#command/accounts/provider-discovery.ts';
import {
  createInvitationThrottle,
  createOpeningThrottle,
  createSignOnThrottle,
} from '#command/accounts/request-throttle.ts';
import { createSignInThrottle } from '#command/accounts/sign-in-throttle.ts';
import { groupings } from '#domain/grouping/group.ts';
import { reprocessEntry } from '#journal/reprocess-entry.ts';
import { openSqliteJournal } from '#journal/sqlite.ts';
import { createOutgoing, type OutgoingDeps } from '#outgoing/outgoing.ts';
import { bindQueries } from '#query/bind.ts';
import type { ServerHealth } from '#query/stats/attention.ts';
import { scopes as allScopes, type Scope, type Viewer } from '#domain/permissions/viewer.ts';
import { storesIn } from '#store/open.ts';
import { openDiskBlobs } from '#store/blobs/disk.ts';
import type { Role } from '#domain/permissions/role.ts';
import type { TelemetryBatch } from '#store/telemetry/contract.ts';
import { openSqliteState } from '#store/state/engines/sqlite/open.ts';
import { createBackground } from '#platform/background.ts';
import { openDiskSpace } from '#platform/disk-space.ts';
import { openDuckdbTelemetry } from '#store/telemetry/engines/duckdb/open.ts';
import { afterwards, newFolder } from './cleanup.ts';
import { drain, unwatched } from './drain.ts';
import { newStatePath, newTelemetryPath } from './new-stores.ts';
import { envelopeEntry, eventEnvelope } from './pipeline.ts';

export const dayMs = 24 * 3600 * 1000;

/** A server without HTTP: real stores, the queries and commands over them, and a clock that the test moves. Closed afterwards. */
export async function openTestServer(given: Partial<OutgoingDeps> = {}) {
  const folder = newFolder();
  const state = await openSqliteState(await newStatePath(folder));
  const telemetry = await openDuckdbTelemetry(await newTelemetryPath(folder));
  const blobs = await openDiskBlobs(join(folder, 'blobs'));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  const clock = { nowMs: Date.UTC(2026, 10, 21, 12, 30), now: () => clock.nowMs };
  const counts = { keysChanged: 0 };
  const backgroundFailures: unknown[] = [];
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
  const health: ServerHealth = {
    atMs: clock.now(),
    disk: {
      isFull: false,
      freeBytes: 1,
      floorBytes: 0,
      usedBytes: 0,
      budgetBytes: Infinity,
      spanBudgetBytes: Infinity,
    },
    journal: { entries: 0, oldestReceivedAtMs: null, deadLetters: 0 },
    outbox: [],
    pipelineRestarts: 0,
    lostEntries: 0,
    backups: { last: null, failure: null, progress: null, schedule: null },
    restored: null,
  };
  const background = createBackground(
    () => 0,
    (error) => backgroundFailures.push(error),
  );
  const deps: ServerCommandDeps = {
    state,
    telemetry,
    blobs,
    journal,
    assembler: assembler(),
    clock,
    config: { publicUrl: 'http://seismo.test:8300', mail: null },
    space: await openDiskSpace({
      folder,
      floorBytes: 0,
      budgetBytes: Infinity,
      spanBudgetBytes: Infinity,
      clock,
      log: { info: () => {}, warn: () => {} },
    }),
    serverHealth: () => health,
    touchLastUsed: createLastUsedWriter(state, { error: () => {} }),
    random: randomBytes,
    onKeysChanged: () => void counts.keysChanged++,
    throttle: createSignInThrottle(clock),
    openings: createOpeningThrottle(clock),
    signOns: createSignOnThrottle(clock),
    invitationMails: createInvitationThrottle(clock),
    outgoing,
    deliverer: { sendNow: async () => ({ isSent: false, answer: 'Tests of the API send nothing.' }) },
    sendEmail: async () => ({ isSent: true, answer: 'Tests of the API send nothing.' }),
    background,
    discover: createProviderDiscovery(outgoing, clock),
    health: {
      facts: {
        version: '0.0.0',
        publicUrl: 'http://127.0.0.1:9',
        hasPublicUrl: false,
        host: '127.0.0.1',
        tunnelPath: '/monitoring',
        diskFloorBytes: 0,
        backups: null,
        unknownSettings: [],
      },
      dataDir: folder,
      locations: storesIn(folder),
      clock,
      outgoing,
      discover: createProviderDiscovery(outgoing, clock),
      probe: null,
      stores: {
        state: { store: state },
        journal: { store: journal },
        telemetry: { store: telemetry },
        blobs: { store: blobs },
      },
    },
  };
  const drainJournal = () => drain(deps, unwatched(clock.now()));
  let userCount = 0;

  async function organization(slug: string): Promise<OrganizationId> {
    return state.write((tx) => tx.createOrganization({ slug, name: slug, createdAtMs: clock.now() }));
  }

  async function user(organizationId: OrganizationId, role: Role): Promise<Viewer & { userId: UserId }> {
    const email = `${role}-${++userCount}@example.com`;
    const userId = await state.write(async (tx) => {
      const id = await tx.createUser({ email, name: role, passwordHash: null, createdAtMs: clock.now() });
      await tx.setMembership({ organizationId, userId: id, role });
      return id;
    });
    return { userId, memberships: [{ organizationId, role }], scopes: null, boundTo: null };
  }

  /** Journals events as ingest does. `drain` takes them in. */
  async function send(project: { id: ProjectId }, name: string, given: Report = {}): Promise<EventId[]> {
    const { count = 1, atMs = clock.now(), ...fields } = given;
    const eventIds = Array.from({ length: count }, () => randomBytes(16).toString('hex') as EventId);
    const entries = eventIds.map((event_id, index) => {
      const body = eventEnvelope({ event_id, ...eventOf(name, atMs + index, fields) });
      return envelopeEntry(project.id, body, { receivedAtMs: atMs + index });
    });
    await Promise.all(entries.map((entry) => journal.append(entry)));
    return eventIds;
  }

  /** Sends an item that is no event, for example a session, and takes it in. An attachment names its event. */
  async function sendItem(
    project: { id: ProjectId },
    item: object,
    payload: string | object,
    { eventId, atMs = clock.now() }: { eventId?: EventId | undefined; atMs?: number | undefined } = {},
  ): Promise<void> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const headers = [{ event_id: eventId }, { ...item, length: Buffer.byteLength(text) }];
    const body = [...headers.map((header) => JSON.stringify(header)), text].join('\n');
    await journal.append(envelopeEntry(project.id, body, { receivedAtMs: atMs }));
    await drainJournal();
  }

  let stateRows: ReturnType<typeof openStateRows> | undefined;

  /** Everything that is stored of an organization and waits in the journal for it: to be compared before and after. */
  async function rowsOf(organizationId: OrganizationId): Promise<Record<string, object[]>> {
    const rows = (stateRows ??= openStateRows(join(folder, 'state.sqlite'))).of(organizationId);
    const projects = new Set((rows['project'] as { id: number }[]).map(({ id }) => id));
    const waiting = await journal.read({ entriesMax: 100_000, bytesMax: 100_000_000 });
    rows['journal'] = waiting
      .filter(({ projectId }) => projects.has(projectId))
      .map(({ kind, body }) => ({ kind, task: Buffer.from(body).toString() }));
    return rows;
  }

  afterwards(async () => {
    await background.stop();
    stateRows?.close();
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
    background,
    backgroundFailures,
    query: bindQueries(deps),
    health,
    command: bindCommands(deps),
    /** Like a restart: unfinished work continues. */
    async reopenAssembler() {
      await deps.assembler.close();
      deps.assembler = assembler();
    },
    organization,
    user,
    rowsOf,
    send,
    /** Takes in what the journal holds. */
    drain: drainJournal,
    /** Sends events of one issue, which has this name as its fingerprint, and takes them in. */
    async report(...sent: Parameters<typeof send>): Promise<EventId[]> {
      const eventIds = await send(...sent);
      await drainJournal();
      return eventIds;
    },
    sendItem,
    /** Sends feedback of an end user. The mark, a hexadecimal digit, makes its ID. */
    sendFeedback(project: { id: ProjectId }, mark: string, given: Feedback = {}): Promise<void> {
      const { atMs, about, environment, ...fields } = given;
      const ana = { name: 'Ana', contact_email: 'ana@example.test', message: `The pay button does nothing (${mark})` };
      const feedback = { ...ana, ...fields, associated_event_id: about, source: 'widget' };
      const event = { event_id: mark.repeat(32), environment, tags: { browser: 'Firefox' }, contexts: { feedback } };
      return sendItem(project, { type: 'feedback' }, event, { atMs });
    },
    /** Writes telemetry beside the pipeline: exact outcomes, rows of earlier versions, results of operations that a test leaves out. */
    addRows: async (rows: TelemetryBatch['rows'], changes: TelemetryBatch['changes'] = []) =>
      telemetry.append({ sequence: await state.appliedSequence(), rows, changes }),
  };
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>;

/** Reads what a state store has of an organization. Statements are prepared once: some tests read a thousand times. */
function openStateRows(path: string) {
  const db = new DatabaseSync(path, { readOnly: true });
  const idsIn = (table: string) => `(select id from ${table} where organization_id = $organization)`;
  const ofIt: Record<string, string> = {
    organization_id: '($organization)',
    project_id: idsIn('project'),
    issue_id: idsIn('issue'),
    team_id: idsIn('team'),
    release_id: idsIn('release_record'),
  };
  const tables = db.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
  const reads = tables.flatMap(({ name }) => {
    const columns = db.prepare(`select name from pragma_table_info('${name}')`).all() as { name: string }[];
    const owned = columns
      .filter((column) => column.name in ofIt)
      .map((column) => `${column.name} in ${ofIt[column.name]}`);
    if (name === 'organization') owned.push('id = $organization');
    if (owned.length === 0) return [];
    return [{ name, read: db.prepare(`select * from ${name} where ${owned.join(' or ')}`) }];
  });
  return {
    of: (organizationId: OrganizationId): Record<string, object[]> =>
      Object.fromEntries(reads.map(({ name, read }) => [name, read.all({ organization: organizationId })])),
    close: () => db.close(),
  };
}

/** A test server with an organization, its owner and a project. */
export async function openShop() {
  const server = await openTestServer();
  const organizationId = await server.organization('acme');
  const owner = await server.user(organizationId, 'owner');
  const shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  return { server, organizationId, owner, shop };
}

/** How an event differs from the plain one. */
interface Report extends Partial<EventPayload> {
  /** As many events, a millisecond apart. */
  count?: number;
  atMs?: number;
  type?: string;
  value?: string;
  handled?: boolean | null;
  /** Of the single frame. */
  filename?: string;
  traceId?: string;
  digest?: string;
}

interface Feedback {
  atMs?: number;
  about?: EventId;
  message?: string;
  name?: string;
  contact_email?: string;
  environment?: string;
}

function eventOf(name: string, atMs: number, given: Report): object {
  const { type = 'TypeError', value = 'x is not a function', handled = false, filename = 'cart.js', ...more } = given;
  const { traceId, digest, contexts = { browser: { name: 'Firefox' } }, ...fields } = more;
  const code = { in_app: true, pre_context: ['a', 'b'], context_line: 'x()', post_context: ['c'] };
  const frames = [{ function: 'pay', filename, lineno: 7, colno: 3, ...code }];
  const mechanism = { type: 'onerror', handled };
  return {
    timestamp: atMs / 1000,
    platform: 'javascript',
    fingerprint: [name],
    culprit: 'checkout',
    environment: 'production',
    release: 'shop@1.0.0',
    exception: { values: [{ type, value, mechanism, stacktrace: { frames } }] },
    breadcrumbs: { values: [{ timestamp: atMs / 1000 - 1, category: 'ui.click', message: 'button#pay' }] },
    tags: { browser: 'Firefox' },
    extra: { cart: 3 },
    user: { id: '1' },
    ...fields,
    contexts: {
      ...contexts,
      ...(traceId && { trace: { trace_id: traceId, span_id: traceId.slice(16) } }),
      ...(digest && { nextjs: { ...contexts['nextjs'], digest } }),
    },
  };
}

/** The hash of the issue that `report` gives this name. */
export const hashOf = (name: string) => groupings.v1({ platform: '', fingerprint: [name] } as EventPayload).hash;

/** The same user through a token with only these scopes. */
export function withScopes(viewer: Viewer, scopes: readonly Scope[]): Viewer {
  return { ...viewer, scopes };
}

export function allScopesBut(...missing: Scope[]): Scope[] {
  return allScopes.filter((scope) => !missing.includes(scope));
}
