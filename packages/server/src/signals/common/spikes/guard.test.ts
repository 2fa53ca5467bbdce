import { limits, type OrganizationId, type ProjectId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { Telemetry } from '#store/telemetry/contract.ts';
import { openMemoryTelemetry } from '#store/telemetry/engines/memory/open.ts';
import { createSpikeGuard, type SpikeCount, type SpikeGuard } from './guard.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const nowMs = Date.UTC(2026, 10, 21, 12);
const [shop, blog] = [1 as ProjectId, 2 as ProjectId];
const many = limits.SPIKE_PER_MINUTE_MIN;

let telemetry: Telemetry;
let guard: SpikeGuard;
let sequence = 0;

beforeEach(() => {
  telemetry = openMemoryTelemetry();
  guard = createSpikeGuard(telemetry, 'events');
});

/** Ten events in each of so many hours before now. */
async function usual(projectId: ProjectId, hours: number): Promise<void> {
  const ledger = Array.from({ length: hours }, (_, hour) => ({
    organizationId: 1 as OrganizationId,
    projectId,
    itemKind: 'event',
    keyId: 0,
    outcome: 'stored' as const,
    reason: '',
    quantity: 10,
    atMs: nowMs - (hour + 1) * hourMs,
  }));
  await telemetry.append({ sequence: ++sequence, rows: { ledger }, changes: [] });
}

const begin = (entries: number, atMs = nowMs, isAhead = false) =>
  guard.begin(new Map([[shop, entries]]), atMs, isAhead);

/** How many of so many events are admitted. */
function admitted(batch: SpikeCount, count: number, atMs = nowMs, projectId = shop): number {
  let stored = 0;
  for (let event = 0; event < count; event++) {
    if (!batch.admits(projectId, atMs)) continue;
    batch.count(projectId, atMs, 1);
    stored++;
  }
  return stored;
}

test('a minute admits no more events than the spike limit, over all batches', async () => {
  await usual(shop, 48);
  const first = await begin(many);
  expect(admitted(first, many - 100)).toBe(many - 100);
  first.applied();
  const second = await begin(many);
  expect(admitted(second, many)).toBe(100);
  second.applied();
  expect(admitted(await begin(many, nowMs + minuteMs), many + 1, nowMs + minuteMs)).toBe(many);
});

test('a batch that is retried counts once', async () => {
  await usual(shop, 48);
  expect(admitted(await begin(many), many)).toBe(many);
  expect(admitted(await begin(many), many)).toBe(many);
});

test('a batch counts one before it that is still being applied, unless that fails', async () => {
  await usual(shop, 48);
  const first = await begin(many);
  admitted(first, many - 100);
  const second = await begin(many, nowMs, true);
  expect(admitted(second, many)).toBe(100);
  first.applied();
  expect(admitted(await begin(many, nowMs, true), many)).toBe(0);
  second.applied();
  expect(admitted(await begin(many), many)).toBe(0);

  const soon = nowMs + minuteMs;
  admitted(await begin(many, soon), 300, soon);
  expect(admitted(await begin(many, soon, true), many, soon)).toBe(many - 300);
  expect(admitted(await begin(many, soon), many, soon)).toBe(many);
});

test('projects are independent, and an unprotected project is not limited', async () => {
  await usual(shop, 48);
  await usual(blog, 48);
  const batch = await begin(2 * many);
  expect(admitted(batch, many + 1)).toBe(many);
  expect(admitted(batch, 2 * many, nowMs, blog)).toBe(2 * many);
});

test('the baseline is queried again within a minute after the first day, and then once an hour', async () => {
  await usual(shop, 3);
  const early = await begin(many);
  expect(admitted(early, 2 * many)).toBe(2 * many);
  early.applied();
  await usual(shop, 48);
  const soon = nowMs + minuteMs;
  expect(admitted(await begin(many, soon), 2 * many, soon)).toBe(many);

  await usual(shop, 48 * 1000);
  const later = soon + hourMs - 1;
  expect(admitted(await begin(many, later), 2 * many, later)).toBe(many);
});
