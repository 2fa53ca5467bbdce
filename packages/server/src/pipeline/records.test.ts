import { limits, writeEnvelope, type EnvelopeItem, type EventId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import { signals } from '#signals/signals.ts';
import { drain, unwatched } from '../testing/drain.ts';
import { eventIdOf, nowMs, openPipeline, type Pipeline } from '../testing/pipeline.ts';
import { Records } from './records.ts';
import { itemRules, type Signal, type SignalBatch } from './signal.ts';
import { end, stepsFrom, type Item } from './steps.ts';

let pipeline: Pipeline;
beforeEach(async () => void (pipeline = await openPipeline()));

interface TestRecord {
  id: EventId;
  bad?: boolean;
}

/** Stores the records of a container that are neither bad nor known, as attachments. Throws while `isBroken`. */
const storing = (kind: 'log' | 'span', broken = { isBroken: false }, known: EventId[] = []): Signal => {
  const readRecords = ({ item, records }: Item) => {
    if (broken.isBroken) throw new Error('logs are broken');
    const list = JSON.parse(new TextDecoder().decode(item.payload)) as TestRecord[];
    if (!Array.isArray(list)) return end('invalid', 'shape');
    records.counted(list.length);
    records.end({ outcome: 'invalid', reason: 'shape' }, list.filter(({ bad }) => bad).length);
    return list.filter(({ bad }) => !bad);
  };
  const row = { atMs: nowMs, filename: '', contentType: '', attachmentType: '', bytes: 0, blobKey: 'test' };
  return () => ({
    begin: (): SignalBatch<TestRecord[]> => ({
      kinds: { [kind]: itemRules(stepsFrom<Item>().step({ readRecords }), {}) },
      identity: {
        idsOf: (list) => list.map(({ id }) => id),
        stored: async () => known,
        drop: (list, isRepeated) => list.filter((_, index) => !isRepeated[index]),
      },
      rows: (items) => ({
        attachments: items.flatMap(({ work, origin: { organizationId, projectId } }) =>
          work.map(({ id }) => ({ ...row, organizationId, projectId, eventId: id })),
        ),
      }),
    }),
  });
};

test('three bad records of a hundred: 97 are stored, 3 are invalid, and the sum is 100', async () => {
  await send(log(100, hundred));
  await process([storing('log')]);
  expect(await ledger()).toEqual({ 'log received': 100, 'log stored': 97, 'log invalid:shape': 3 });
});

test('three known records of a hundred: 97 are stored, 3 are duplicates; a repeated record is one, too', async () => {
  const ids = hundred.map(({ id }) => id);
  const signal = storing('log', undefined, ids.slice(0, 3));
  await send(
    log(
      100,
      ids.map((id) => ({ id })),
    ),
  );
  await process([signal]);
  expect(await ledger()).toEqual({ 'log received': 100, 'log stored': 97, 'log duplicate:event-id': 3 });
  expect(await storedIds()).toEqual(ids.slice(3));
  const fresh = { id: eventIdOf(200) };
  await send(log(2, [fresh, fresh]));
  await process([signal]);
  expect(await ledger()).toEqual({ 'log received': 102, 'log stored': 98, 'log duplicate:event-id': 4 });
});

test('two signals can store rows in one table', async () => {
  const [one, other] = [eventIdOf(1), eventIdOf(2)];
  await send(log(1, [{ id: one }]), item('span', 1, [{ id: other }]));
  await process([storing('log'), storing('span')]);
  expect(await storedIds()).toEqual([one, other]);
});

test.each([1, 40, 5000])('a header that claims %i of a hundred records does not unbalance the sum', async (claimed) => {
  await send(log(claimed, hundred));
  await process([storing('log')]);
  expect(await ledger()).toEqual({ 'log received': 100, 'log stored': 97, 'log invalid:shape': 3 });
});

test('a container with a refused payload counts the items that its header claims', async () => {
  await send(log(7, { not: 'a list', of: 'records' }));
  await process([storing('log')]);
  expect(await ledger()).toEqual({ 'log received': 7, 'log invalid:shape': 7 });
});

test('a container that fails is replayed with its true number of records', async () => {
  const broken = { isBroken: true };
  await send(log(104, hundred));
  await process([storing('log', broken)]);
  expect(await ledger()).toEqual({ 'log received': 104, 'log failed:error': 104 });
  const { journal, projectId } = pipeline;
  const [letter] = await journal.listDeadLetters(projectId, 1);
  await journal.replay(projectId, letter!.id);
  broken.isBroken = false;
  await process([storing('log', broken)]);
  expect(await ledger()).toMatchObject({ 'log received': 100, 'log stored': 97, 'log invalid:shape': 3 });
  expect((await ledger())['log failed:error'] ?? 0).toBe(0);
});

test('containers of kinds that are not stored yet count their records, and a false claim no more than fit into the bytes', async () => {
  await send(log(100, hundred), item('trace_metric', limits.CONTAINER_ITEM_COUNT_MAX, []));
  await process(signals);
  expect(await ledger()).toEqual({
    'log received': 100,
    'log unsupported:log': 100,
    'trace_metric received': 1,
    'trace_metric unsupported:trace_metric': 1,
  });
});

test('a limited container counts its records', async () => {
  const body = writeEnvelope({}, [log(100, hundred)]);
  await pipeline.send(body, pipeline.projectId, { limitedCategories: ['log_item'] });
  await process([storing('log')]);
  expect(await ledger()).toEqual({ 'log received': 100, 'log limited:key-rate': 100 });
});

test('each minute of session aggregates has its own outcome', async () => {
  const minute = { started: new Date(nowMs).toISOString(), exited: 5 };
  const aggregates = [minute, 7, minute, { started: minute.started }];
  await send(item('sessions', 1, { aggregates, attrs: { release: 'shop@1' } }));
  await process(signals);
  expect(await ledger()).toEqual({ 'sessions received': 4, 'sessions stored': 2, 'sessions invalid:shape': 2 });
});

test('no more records can end than the item holds', () => {
  const records = new Records(2);
  records.end({ outcome: 'invalid', reason: 'shape' }, 1);
  expect(() => records.end({ outcome: 'invalid', reason: 'json' }, 2)).toThrow('2 of 1 records');
  records.endRest({ outcome: 'stored', reason: '' });
  expect([records.count, records.left]).toEqual([2, 0]);
});

const hundred = Array.from({ length: 100 }, (_, index): TestRecord => ({
  id: eventIdOf(index),
  ...(index % 40 === 1 && { bad: true }),
}));

function item(kind: EnvelopeItem['kind'], itemCount: number, payload: object): EnvelopeItem {
  const names = { filename: null, contentType: null, attachmentType: null };
  return { kind, type: kind, ...names, itemCount, payload: new TextEncoder().encode(JSON.stringify(payload)) };
}

function log(itemCount: number, payload: object): EnvelopeItem {
  return item('log', itemCount, payload);
}

const send = (...items: EnvelopeItem[]) => pipeline.send(writeEnvelope({}, items));
const process = (table: readonly Signal[]) => drain(pipeline.stores, unwatched(nowMs, { signals: table }));
const ledger = () => pipeline.ledger();

async function storedIds(): Promise<EventId[]> {
  const { telemetry, projectId } = pipeline;
  const found = await telemetry.query('eventsWithBlob', { projectId, blobKey: 'test', count: 1000 });
  return found.map(({ eventId }) => eventId).toSorted();
}
