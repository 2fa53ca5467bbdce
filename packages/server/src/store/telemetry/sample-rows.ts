import type { EventId, IssueId, OrganizationId, ProjectId } from '@seismo/protocol';
import type { AttachmentRow, EventRow, LedgerRow, SessionRow, SpanRow, Telemetry, TelemetryBatch } from './contract.ts';

/** Default rows for the conformance suite; a case sets only the fields it tests. */
export const organizationId = 1 as OrganizationId;
export const project = (id: number) => id as ProjectId;
export const issue = (id: number) => id as IssueId;
export const eventIdOf = (n: number) => n.toString(16).padStart(32, '0') as EventId;

export function event(n: number, row: Partial<EventRow> = {}): EventRow {
  return {
    organizationId,
    projectId: project(1),
    issueId: issue(1),
    hash: 'h1',
    eventId: eventIdOf(n),
    atMs: 1000 + n,
    receivedAtMs: 2000 + n,
    level: 'error',
    platform: 'javascript',
    environment: 'production',
    release: '1.0.0',
    dist: '',
    transaction: '/',
    userKey: '',
    handled: null,
    title: 'Error: no',
    culprit: 'app in main',
    traceId: '',
    digest: '',
    tags: {},
    attributes: {},
    maps: { mapped: 0, errors: {}, unmappedDebugIds: [] },
    body: new Uint8Array([n & 255]),
    ...row,
  };
}

export function attachment(row: Partial<AttachmentRow> = {}): AttachmentRow {
  return {
    organizationId,
    projectId: project(1),
    eventId: eventIdOf(1),
    atMs: 1000,
    filename: 'log.txt',
    contentType: 'text/plain',
    attachmentType: 'event.attachment',
    bytes: 3,
    blobKey: 'attachments/1/aa',
    ...row,
  };
}

export function session(sessionId: string, row: Partial<SessionRow> = {}): SessionRow {
  return {
    organizationId,
    projectId: project(1),
    release: '1.0.0',
    environment: 'production',
    sessionId,
    userKey: '',
    startedAtMs: 1000,
    exited: 0,
    errored: 0,
    crashed: 0,
    abnormal: 0,
    ...row,
  };
}

export const spanIdOf = (n: number) => n.toString(16).padStart(16, '0');

export function span(n: number, row: Partial<SpanRow> = {}): SpanRow {
  return {
    organizationId,
    projectId: project(1),
    traceId: eventIdOf(1),
    spanId: spanIdOf(n),
    parentSpanId: '',
    isSegment: false,
    segmentId: '',
    segmentName: '',
    startUs: 1_000_000 + n,
    durationUs: 10,
    receivedAtMs: 2000 + n,
    name: 'GET /',
    op: 'http.server',
    kind: 'server',
    status: 'ok',
    service: '',
    environment: 'production',
    release: '1.0.0',
    userKey: '',
    attributes: '{}',
    events: '',
    links: '',
    clientSampleRate: 1,
    serverSampleRate: 1,
    ...row,
  };
}

export function cell(outcome: string, quantity: number, row: Partial<LedgerRow> = {}): LedgerRow {
  return {
    organizationId,
    projectId: project(1),
    keyId: 0,
    atMs: 60_000,
    itemKind: 'event',
    outcome,
    reason: '',
    quantity,
    ...row,
  };
}

export function batch(
  sequence: number,
  { changes = [], ...rows }: TelemetryBatch['rows'] & Partial<Pick<TelemetryBatch, 'changes'>>,
): TelemetryBatch {
  return { sequence, rows, changes };
}

/** How many events there are of the first ten projects. */
export async function eventCountOf(telemetry: Telemetry): Promise<number> {
  const [all] = await telemetry.query('eventGroups', {
    projectIds: Array.from({ length: 10 }, (_, index) => project(1 + index)),
    environments: [],
    where: null,
    range: { fromMs: Number.MIN_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER },
    by: [],
    order: null,
    offset: 0,
    count: 1,
  });
  return all?.events ?? 0;
}

/** A store that moves its spans to files after each batch. */
export function withSpanFiles(telemetry: Telemetry): Telemetry {
  return {
    ...telemetry,
    async append(batch) {
      await telemetry.append(batch);
      await moveSpans(telemetry, batch.sequence);
    },
  };
}

/** Moves all spans to files, and joins small files. Returns how many files were written. */
export async function moveSpans(telemetry: Telemetry, through: number): Promise<number> {
  for (let files = 0; ; files += 1) {
    const file = await telemetry.writeSpanFile({ through, rowsMin: 1 });
    if (file === null) return files;
    if (!(await telemetry.commitSpanFile(file))) throw new Error('spans changed while they were moved');
  }
}
