import type { EventId, ProjectId } from '@seismo/protocol';
import type { JournalEntry } from '#journal/contract.ts';
import { openSqliteJournal } from '#journal/sqlite.ts';
import type { Stores } from '#pipeline/signal.ts';
import { openMemoryBlobs } from '#store/blobs/memory.ts';
import type { Issue, State } from '#store/state/contract.ts';
import { projectFacts, seedProject } from '#store/state/projects/seeds.ts';
import { openMemoryTelemetry } from '#store/telemetry/engines/memory/open.ts';
import { drain, unwatched } from './drain.ts';
import { openTestState } from './new-stores.ts';

export const nowMs = Date.UTC(2026, 10, 21, 12);
export const everything = { fromMs: 0, toMs: nowMs * 2 };

export type Pipeline = Awaited<ReturnType<typeof openPipeline>>;

/** Stores with the projects `web` and `other`, and the pipeline that takes in what is sent to them. */
export async function openPipeline(given: Partial<Stores> = {}) {
  const stores: Stores = {
    journal: openSqliteJournal(':memory:'),
    telemetry: openMemoryTelemetry(),
    blobs: openMemoryBlobs(),
    ...given,
    state: given.state ?? (await openTestState()),
  };
  const { organizationId, projectId } = await seedProject(stores.state);
  const otherProject = { ...projectFacts, organizationId, slug: 'other' };
  const otherId = await stores.state.write((tx) => tx.createProject(otherProject));
  return {
    ...stores,
    stores,
    organizationId,
    projectId,
    otherId,
    /** Journals an envelope. */
    send: (body: string | Uint8Array, to = projectId, change: Partial<JournalEntry> = {}) =>
      stores.journal.append(envelopeEntry(to, body, change)),
    /** Takes in what the journal holds, over these stores instead. */
    drain: (faulty: Partial<Stores> = {}) => drain({ ...stores, ...faulty }, unwatched(nowMs)),
    issues: (of = projectId) => issuesOf(stores.state, of),
    eventOf: async (eventId: string, of = projectId) =>
      (await stores.telemetry.query('eventById', { projectId: of, eventId: eventId as EventId, atMs: null }))[0]!,
    ledger: (of = projectId) => ledgerOf(stores, of),
  };
}

/** An envelope as ingest journals it. */
export function envelopeEntry(
  projectId: ProjectId,
  body: string | Uint8Array,
  change: Partial<JournalEntry> = {},
): JournalEntry {
  return {
    kind: 'envelope',
    projectId,
    keyId: 0,
    receivedAtMs: nowMs,
    clientAddress: null,
    userAgent: null,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    limitedCategories: [],
    replayOf: null,
    ...change,
  };
}

/** The envelope of one event. */
export function eventEnvelope(event: object): string {
  const { event_id } = event as { event_id?: string };
  return `${JSON.stringify({ event_id })}\n{"type":"event"}\n${JSON.stringify(event)}`;
}

/** The n-th event ID of a test. */
export const eventIdOf = (n: number) => n.toString(16).padStart(32, '0') as EventId;

/** The exception of an error that is grouped by its kind. */
export function errorOf(kind: string, value = `no ${kind}`) {
  const frames = [{ filename: `${kind}.js`, function: `run${kind}`, lineno: 1, in_app: true }];
  return { values: [{ type: `${kind}Error`, value, stacktrace: { frames } }] };
}

/** The outcomes of a project, for example `{ 'event received': 2, 'event limited:key-rate': 1 }`. */
export async function ledgerOf({ telemetry }: Pick<Stores, 'telemetry'>, projectId: ProjectId) {
  const rows = await telemetry.query('ledgerTotals', { projectIds: [projectId], range: everything });
  return Object.fromEntries(
    rows.map((row) => [`${row.itemKind} ${row.outcome}${row.reason && `:${row.reason}`}`, row.quantity]),
  ) as Record<string, number>;
}

/** The issues of a project, the oldest first. */
async function issuesOf(state: State, projectId: ProjectId): Promise<Issue[]> {
  const listing = { projectIds: [projectId], ids: null, where: null, after: null, count: 100 };
  const issues = await state.listIssues({ ...listing, sort: 'first-seen' });
  return issues.toSorted((a, b) => a.firstSeenAtMs - b.firstSeenAtMs || a.id - b.id);
}
