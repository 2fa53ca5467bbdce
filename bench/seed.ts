import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventId, EventPayload, StoredEvent } from '@seismo/protocol';
import { group } from '../packages/server/src/domain/grouping/group.ts';
import { encodeBody } from '../packages/server/src/store/bodies/body.ts';
import { openStores, storesIn } from '../packages/server/src/store/open.ts';
import type { EventRow } from '../packages/server/src/store/telemetry/contract.ts';
import type { Target } from './built-server.ts';

const BATCH = 5_000;
const ISSUES = 500;
const HOUR_MS = 3_600_000;
const DAYS_14_MS = 14 * 86_400_000;

/** Fills the stores of a stopped server directly with `count` events of 500 issues over the last 14 days. */
export async function seed(
  dataDir: string,
  target: Pick<Target, 'organizationId' | 'projectId'>,
  count: number,
  userCount = 20_000,
): Promise<void> {
  await using stores = await openStores(storesIn(dataDir));
  const { state, telemetry } = stores;
  const nowMs = Date.now();
  const organizationId = target.organizationId;
  const projectId = target.projectId;
  const headline = (index: number) => ({
    level: 'error' as const,
    type: 'TypeError',
    value: `seeded failure ${index}`,
    culprit: `src/seed/${index}.ts`,
    handled: index % 3 === 0,
  });
  const hashes = Array.from({ length: ISSUES }, (_, index) => index.toString(16).padStart(32, '0'));
  const ids = await state.write((tx) =>
    tx.ensureIssues(
      hashes.map((hash, index) => ({
        organizationId,
        projectId,
        hash,
        groupingVersion: 'v1',
        platform: 'javascript',
        firstSeenAtMs: nowMs - DAYS_14_MS,
        ...headline(index),
      })),
    ),
  );
  const body = bodyOfARecordedEvent();
  let sequence = await state.appliedSequence();
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    const events = Array.from({ length: size }, (_, offset): EventRow => {
      const index = (done + offset * 7) % ISSUES;
      const atMs = nowMs - DAYS_14_MS + Math.floor(((done + offset) / count) * DAYS_14_MS);
      return {
        organizationId,
        projectId,
        issueId: ids.get(hashes[index]!)!,
        hash: hashes[index]!,
        eventId: randomBytes(16).toString('hex') as EventId,
        atMs,
        receivedAtMs: atMs,
        platform: 'javascript',
        environment: offset % 5 === 0 ? 'staging' : 'production',
        release: `shop@1.${Math.floor((done / count) * 20)}.0`,
        dist: '',
        transaction: '/checkout',
        userKey: `id:${(done + offset) % userCount}`,
        title: `TypeError: seeded failure ${index}`,
        traceId: '',
        digest: '',
        tags: { browser: offset % 2 ? 'Chrome 156' : 'Safari 19', plan: offset % 3 ? 'free' : 'team' },
        attributes: {},
        maps: { mapped: 0, errors: {}, unmappedDebugIds: [] },
        body,
        ...pick(headline(index)),
      };
    });
    sequence++;
    await telemetry.append({ sequence, rows: { events }, changes: [] });
    const byIssue = Map.groupBy(events, (event) => event.issueId);
    await state.write((tx) =>
      tx.applyBatch({
        after: sequence - 1,
        sequence,
        positions: [],
        atMs: nowMs,
        projectIds: [],
        releases: [],
        environments: [
          { projectId, name: 'production' },
          { projectId, name: 'staging' },
        ],
        texts: [],
        firstEvents: [{ projectId, atMs: nowMs - DAYS_14_MS, platform: 'javascript' }],
        issues: [...byIssue].map(([issueId, ofIssue]) => ({
          issueId,
          events: ofIssue.length,
          userKeys: [...new Set(ofIssue.map((event) => event.userKey))],
          firstSeenAtMs: ofIssue[0]!.atMs,
          lastSeenAtMs: ofIssue.at(-1)!.atMs,
          firstRelease: ofIssue[0]!.release,
          lastRelease: ofIssue.at(-1)!.release,
          environments: [],
          sightings: [],
          hours: [...Map.groupBy(ofIssue, ({ atMs }) => Math.floor(atMs / HOUR_MS))].map(([hour, events]) => ({
            hour,
            events: events.length,
          })),
          ...headline([...ids.values()].indexOf(issueId)),
        })),
      }),
    );
  }
}

function pick({ level, culprit, handled }: { level: 'error'; culprit: string; handled: boolean }) {
  return { level, culprit, handled };
}

/** The stored form of a recorded event, so that reading it costs the same as in production. */
function bodyOfARecordedEvent(): Uint8Array {
  const path = join(import.meta.dirname, '../tests/golden/normalized/node--11.12.0--error-cause-chain.02-event.json');
  const [{ event }] = JSON.parse(readFileSync(path, 'utf8')) as [{ event: EventPayload }];
  const stored: StoredEvent = {
    event,
    grouping: group(event),
    title: 'TypeError: seeded failure',
    culprit: 'src/seed.ts',
  };
  return encodeBody(stored);
}
