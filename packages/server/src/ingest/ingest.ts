import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import {
  EnvelopeError,
  itemBytesMax,
  itemCategories,
  limits,
  parseDsn,
  readAuthHeader,
  readAuthQuery,
  readEnvelope,
  writeRateLimits,
} from '@seismo/protocol';
import type { Envelope, EventId, ProjectId } from '@seismo/protocol';
import type { Journal, JournalEntry } from '#journal/contract.ts';
import type { StateReads } from '#store/state/contract.ts';
import { msLeftOfDay } from '#platform/clock.ts';
import type { Clock } from '#platform/clock.ts';
import type { DiskSpace } from '#platform/disk-space.ts';
import type { Log } from '#platform/log.ts';
import { createAdmission } from './admit.ts';
import { respondAccepted, respondMethodNotAllowed, respondPreflight, respondRefusal } from './respond.ts';
import type { Accepted } from './respond.ts';
import { watchBacklog } from './backlog.ts';
import { discardRest, readBody } from './body.ts';
import type { DayBudget } from './day-budget.ts';
import { networkOf, openClientAddress } from './client-address.ts';
import { BodyMemory, MemoryBudget } from './body-memory.ts';
import { createInflater } from './inflate.ts';
import { openKeys } from './keys.ts';
import type { ClientKey } from './keys.ts';
import { otlpStatus, respondOtlpAccepted, unstoredSignals, wrapOtlpTraces } from './otlp.ts';
import { IngestRefusal } from './refuse.ts';
import type { IngestRefusalCode } from './refuse.ts';
import { recordCountsOf, type RecordCounts } from './record-counts.ts';
import { countRefused } from './refused-items.ts';
import { isTunneled, routeOf } from './route.ts';
import type { Route } from './route.ts';
import { openSignedAddress } from './signed-address.ts';
import { wrapStoreBody } from './store-endpoint.ts';

export interface IngestConfig {
  /** Our own tunnel path, where the DSN in the envelope header names the project. */
  tunnelPath: string;
  /** Addresses and CIDR ranges whose forwarding headers are trusted. */
  trustedProxies: BlockList;
  /** The secret that tunnels sign visitor addresses with. */
  tunnelSecret: string | null;
  bodyReadTimeoutMs?: number;
  bodyRateWindowMs?: number;
  backlogBytesMax?: number;
  bodyMemoryBytesMax?: number;
}

export interface Ingest {
  handles(request: IncomingMessage): boolean;
  /** Always answers, never throws. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Reads keys from the store again after a change. */
  invalidateKeys(): void;
  /** Since when no report could be written to the journal; `null` while that works. Refusals are tried again meanwhile. */
  failingSinceMs(): number | null;
  /** Bytes of all bodies in memory now. */
  bodyMemoryBytes(): number;
  /** Writes pending counts to the journal. Call after the last request. */
  close(): Promise<void>;
}

/**
 * Receives reports: identify the sender, check limits, split the envelope, append it to the journal and flush, then
 * answer. Item payloads are not parsed, and only the body and the journal are awaited.
 */
export function createIngest({
  journal,
  state,
  clock,
  log,
  config,
  newEventId = randomEventId,
  space,
  budget,
  tunnelUsed = () => {},
  refusedWith = () => {},
}: {
  journal: Pick<Journal, 'append' | 'stats'>;
  state: Pick<StateReads, 'keyByPublicKey'>;
  clock: Clock;
  log: Log;
  config: IngestConfig;
  newEventId?: () => EventId;
  space: Pick<DiskSpace, 'status' | 'writeFailed'>;
  budget: DayBudget;
  /** Called for every accepted report that arrived through a path of the visited site. */
  tunnelUsed?: (projectId: ProjectId) => void;
  /** Called for every refusal, including those of unknown senders, which have no outcome. */
  refusedWith?: (code: IngestRefusalCode) => void;
}): Ingest {
  const keys = openKeys(state, clock);
  const admit = createAdmission();
  const requireRoom = watchBacklog(journal, clock, config.backlogBytesMax ?? limits.JOURNAL_BACKLOG_BYTES_MAX);
  const clientAddress = openClientAddress(config.trustedProxies);
  const signedAddress = openSignedAddress(config.tunnelSecret, clock);
  const bodyMemory = new BodyMemory(config.bodyMemoryBytesMax ?? limits.BODIES_BYTES_MAX);
  const inflater = createInflater(limits.BODY_INFLATED_BYTES_MAX);
  const writes = watchWrites(journal, clock);
  const refused = countRefused(writes, clock);
  let loggedAtMs = Number.NEGATIVE_INFINITY;

  async function accept(
    request: IncomingMessage,
    route: Route,
    sender: Sender,
    memoryBudget: MemoryBudget,
  ): Promise<Accepted> {
    const isBy = (key: ClientKey): ClientKey => {
      memoryBudget.assignTo(key.id);
      sender.key = key;
      if (space.status().isFull) throw new IngestRefusal('disk-full', { retryAfterS: limits.DISK_FULL_RETRY_AFTER_S });
      requireRoom(key.projectId);
      return key;
    };
    const publicKey = route.kind === 'tunnel' ? null : publicKeyOf(request, route.query);
    if (publicKey !== null) isBy(await requireKey(publicKey, route.projectId, route));
    else if (route.kind === 'store' || route.kind === 'otlp') throw new IngestRefusal('no-auth');
    const body = await readBody(request, {
      budget: memoryBudget,
      inflater,
      timeoutMs: config.bodyReadTimeoutMs ?? limits.BODY_READ_TIMEOUT_MS,
      rateWindowMs: config.bodyRateWindowMs ?? limits.BODY_RATE_WINDOW_MS,
      identify: sender.key ? null : async (head) => void isBy(await requireDsn(openEnvelope(head).header.dsn, route)),
    });
    const bytes = await envelopeOf(body, request, route, memoryBudget);
    if (bytes === null) return { eventId: null, rateLimits: null };
    const envelope = openEnvelope(bytes);
    const key = sender.key ?? isBy(await requireDsn(envelope.header.dsn, route));
    requireItems(envelope);

    const admission = admit(key, envelope.items, clock.now());
    if (admission.allLimited) {
      throw new IngestRefusal('rate-limited', {
        retryAfterS: Math.max(...admission.rateLimits.map(({ retryAfterS }) => retryAfterS)),
        rateLimits: writeRateLimits(admission.rateLimits),
        records: recordCountsOf(envelope.items),
      });
    }
    const receivedAtMs = clock.now();
    // The journal takes the buffer along.
    const bodyBytes = bytes.length;
    const records = recordCountsOf(envelope.items);
    const fits = await budget.take(key, memoryBudget.network, bodyBytes, receivedAtMs);
    if (!fits && !isClientReport(envelope)) throw outOfBudget(envelope, receivedAtMs);
    try {
      await writes.append({
        kind: 'envelope',
        projectId: key.projectId,
        keyId: key.id,
        receivedAtMs,
        clientAddress: sender.address,
        userAgent: request.headers['user-agent']?.slice(0, limits.USER_AGENT_CHARS_MAX) ?? null,
        body: bytes,
        limitedCategories: [...admission.limitedCategories],
        replayOf: null,
      });
    } catch (error) {
      if (fits) budget.refund(key, memoryBudget.network, bodyBytes, receivedAtMs);
      logFailure(error, 'journal: an append failed');
      if (await space.writeFailed(error)) {
        throw new IngestRefusal('disk-full', { retryAfterS: limits.DISK_FULL_RETRY_AFTER_S, records });
      }
      throw new IngestRefusal('not-stored', { retryAfterS: limits.BACKLOG_RETRY_AFTER_S, records });
    }
    if (isTunneled(route)) tunnelUsed(key.projectId);
    return {
      eventId: envelope.header.eventId,
      rateLimits: admission.rateLimits.length > 0 ? writeRateLimits(admission.rateLimits) : null,
    };
  }

  /** The journal has envelopes only. `null`: the body is valid and has nothing to store. */
  async function envelopeOf(
    body: Uint8Array,
    request: IncomingMessage,
    route: Route,
    memoryBudget: MemoryBudget,
  ): Promise<Uint8Array | null> {
    if (route.kind === 'store') return wrapStoreBody(body, memoryBudget, inflater, newEventId);
    if (route.kind === 'otlp') return wrapOtlpTraces(body, request.headers['content-type'], memoryBudget);
    return body;
  }

  /** Logs and metrics are not stored yet: the exporter gets a message, and the project counts one item per request. */
  async function refuseOtlp(
    request: IncomingMessage,
    route: Route & { kind: 'otlp' },
    signal: keyof typeof unstoredSignals,
    sender: Sender,
  ): Promise<never> {
    const publicKey = publicKeyOf(request, route.query);
    if (publicKey === null) throw new IngestRefusal('no-auth');
    sender.key = await requireKey(publicKey, route.projectId, route);
    const kind = unstoredSignals[signal];
    throw new IngestRefusal('not-built', {
      sentence: `Seismo does not store ${signal} yet.`,
      disposition: { outcome: 'unsupported', reason: kind },
      records: { [kind]: 1 },
    });
  }

  /** Without a project in the URL, the key determines it. */
  async function requireKey(publicKey: string, projectId: Route['projectId'], route: Route): Promise<ClientKey> {
    const found = keys.find(publicKey);
    const key = found instanceof Promise ? await found : found;
    if (!key) throw new IngestRefusal('unknown-key');
    if (projectId !== null && key.projectId !== projectId) throw new IngestRefusal('project-mismatch');
    if (!key.active) {
      refused.add(key, unreadRecords(route), { outcome: 'filtered', reason: 'key-inactive' });
      throw new IngestRefusal('inactive-key');
    }
    return key;
  }

  /** Key and project decide; the host may be any name of this server, and nothing is sent there. */
  async function requireDsn(text: string | null, route: Route): Promise<ClientKey> {
    const dsn = text === null ? null : parseDsn(text);
    if (!dsn) throw new IngestRefusal('no-auth');
    if (route.projectId !== null && route.projectId !== dsn.projectId) throw new IngestRefusal('project-mismatch');
    return requireKey(dsn.publicKey, dsn.projectId, route);
  }

  /** At most one line per second, so that a failure of all requests does not fill the disk with logs. */
  function logFailure(error: unknown, message: string): void {
    const nowMs = clock.now();
    if (Math.abs(nowMs - loggedAtMs) < 1000) return;
    loggedAtMs = nowMs;
    log.error(
      { stage: 'ingest', error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
      message,
    );
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    route: Route | null,
    sender: Sender,
    thrown: unknown,
  ): void {
    let refusal: IngestRefusal;
    if (thrown instanceof IngestRefusal) refusal = thrown;
    else {
      logFailure(thrown, 'ingest: unexpected error');
      refusal = new IngestRefusal('unexpected');
    }
    refusedWith(refusal.code);
    if (sender.key && refusal.disposition) {
      refused.add(sender.key, refusal.details.records ?? unreadRecords(route), refusal.disposition);
    }
    if (response.headersSent || response.destroyed) return;
    respondRefusal(response, refusal, route?.kind === 'otlp' ? otlpStatus(request, refusal) : undefined);
    discardRest(request);
  }

  return {
    handles: (request) => routeOf(request.url ?? '', config.tunnelPath) !== null,

    async handle(request, response) {
      const route = routeOf(request.url ?? '', config.tunnelPath);
      if (route && request.method === 'OPTIONS') return respondPreflight(request, response);
      if (route?.kind === 'tunnel' && request.method !== 'POST') {
        respondMethodNotAllowed(response);
        return discardRest(request);
      }
      const address = signedAddress(request.headers) ?? clientAddress(request.socket.remoteAddress, request.headers);
      const sender: Sender = { key: null, address };
      const memoryBudget = new MemoryBudget(bodyMemory, networkOf(address));
      try {
        if (!route || request.method !== 'POST') throw new IngestRefusal('method-not-allowed');
        if (route.kind === 'otlp' && route.signal !== 'traces') await refuseOtlp(request, route, route.signal, sender);
        const accepted = await accept(request, route, sender, memoryBudget);
        if (route.kind === 'otlp') respondOtlpAccepted(request, response, accepted);
        else respondAccepted(response, accepted);
      } catch (thrown) {
        refuse(request, response, route, sender, thrown);
      } finally {
        memoryBudget.release();
      }
    },

    invalidateKeys: keys.invalidate,
    failingSinceMs: writes.failingSinceMs,
    bodyMemoryBytes: () => bodyMemory.bytes,
    close: refused.close,
  };
}

/** What a refused body counts as before it is read. */
function unreadRecords(route: Route | null): RecordCounts {
  if (route?.kind !== 'otlp') return { unknown: 1 };
  return { [route.signal === 'traces' ? 'span' : unstoredSignals[route.signal]]: 1 };
}

/** Client reports carry counts of dropped items, so budgets must not drop them. */
function isClientReport({ items }: Envelope): boolean {
  return items.every(({ kind }) => kind === 'client_report');
}

function outOfBudget({ items }: Envelope, nowMs: number): IngestRefusal {
  const retryAfterS = Math.min(Math.ceil(msLeftOfDay(nowMs) / 1000), limits.DAY_BUDGET_RETRY_AFTER_S_MAX);
  const categories = [...new Set(Object.values(itemCategories))].filter((category) => category !== 'internal');
  return new IngestRefusal('day-budget', {
    retryAfterS,
    rateLimits: writeRateLimits([{ retryAfterS, categories, scope: 'project', reason: 'day_budget' }]),
    records: recordCountsOf(items),
  });
}

/** Tracks since when the journal refuses writes. */
function watchWrites(journal: Pick<Journal, 'append'>, clock: Clock) {
  let failingSinceMs: number | null = null;
  return {
    failingSinceMs: () => failingSinceMs,
    async append(entry: JournalEntry): Promise<number> {
      try {
        const sequence = await journal.append(entry);
        failingSinceMs = null;
        return sequence;
      } catch (error) {
        failingSinceMs ??= clock.now();
        throw error;
      }
    },
  };
}

/** Set as soon as known, so that later refusals count for its project. */
interface Sender {
  key: ClientKey | null;
  /** The visitor's, as far as proxies and tunnels on the way are believed. */
  address: string | null;
}

function publicKeyOf(request: IncomingMessage, query: string): string | null {
  const header = request.headers['x-sentry-auth'];
  return (
    (typeof header === 'string' ? readAuthHeader(header) : null) ??
    readAuthQuery(query) ??
    (request.headers.authorization === undefined ? null : readAuthHeader(request.headers.authorization))
  );
}

function openEnvelope(bytes: Uint8Array): Envelope {
  try {
    return readEnvelope(bytes);
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    if (error.problem.code === 'empty') throw new IngestRefusal('empty');
    throw new IngestRefusal('not-an-envelope', { sentence: error.message });
  }
}

/** The pipeline counts a truncated tail; an envelope without any usable item is refused here. */
function requireItems({ items, broken }: Envelope): void {
  if (items.length === 0) {
    if (!broken) throw new IngestRefusal('empty');
    const isCutOff = broken.code === 'length-past-end';
    throw new IngestRefusal(isCutOff ? 'truncated' : 'not-an-envelope', { sentence: broken.message });
  }
  if (items.every(({ kind, payload }) => payload.length > itemBytesMax(kind))) {
    throw new IngestRefusal('item-too-large', { records: recordCountsOf(items) });
  }
}

function randomEventId(): EventId {
  return randomBytes(16).toString('hex') as EventId;
}
