import { limits, writeEnvelope, type EnvelopeItem } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import { signals } from '#signals/signals.ts';
import { drain, unwatched } from '../testing/drain.ts';
import { nowMs, openPipeline, type Pipeline } from '../testing/pipeline.ts';
import { Records } from './records.ts';
import { itemRules, type Signal } from './signal.ts';
import { end, stepsFrom, type Item } from './steps.ts';

let pipeline: Pipeline;
beforeEach(async () => void (pipeline = await openPipeline()));

interface TestRecord {
  bad?: boolean;
}

/** Stores logs that are not bad. Throws while `isBroken`. */
const logs = (broken: { isBroken: boolean } = { isBroken: false }): Signal => {
  const readLogs = ({ item, records }: Item) => {
    if (broken.isBroken) throw new Error('logs are broken');
    const list = JSON.parse(new TextDecoder().decode(item.payload)) as TestRecord[];
    if (!Array.isArray(list)) return end('invalid', 'shape');
    records.counted(list.length);
    records.end({ outcome: 'invalid', reason: 'shape' }, list.filter(({ bad }) => bad).length);
    return list.filter(({ bad }) => !bad);
  };
  return () => ({ begin: () => ({ kinds: { log: itemRules(stepsFrom<Item>().step({ readLogs }), {}) } }) });
};

test('three bad records of a hundred: 97 are stored, 3 are invalid, and the sum is 100', async () => {
  await send(log(100, hundred));
  await process([logs()]);
  expect(await ledger()).toEqual({ 'log received': 100, 'log stored': 97, 'log invalid:shape': 3 });
});

test.each([1, 40, 5000])('a header that claims %i of a hundred records does not unbalance the sum', async (claimed) => {
  await send(log(claimed, hundred));
  await process([logs()]);
  expect(await ledger()).toEqual({ 'log received': 100, 'log stored': 97, 'log invalid:shape': 3 });
});

test('a container with a refused payload counts the items that its header claims', async () => {
  await send(log(7, { not: 'a list', of: 'records' }));
  await process([logs()]);
  expect(await ledger()).toEqual({ 'log received': 7, 'log invalid:shape': 7 });
});

test('a container that fails is replayed with its true number of records', async () => {
  const broken = { isBroken: true };
  await send(log(104, hundred));
  await process([logs(broken)]);
  expect(await ledger()).toEqual({ 'log received': 104, 'log failed:error': 104 });
  const { journal, projectId } = pipeline;
  const [letter] = await journal.listDeadLetters(projectId, 1);
  await journal.replay(projectId, letter!.id);
  broken.isBroken = false;
  await process([logs(broken)]);
  expect(await ledger()).toMatchObject({ 'log received': 100, 'log stored': 97, 'log invalid:shape': 3 });
  expect((await ledger())['log failed:error'] ?? 0).toBe(0);
});

test('containers of kinds that are not stored yet count their records, and a false claim no more than fit into the bytes', async () => {
  await send(
    log(100, hundred),
    item('span', 4, [{}, {}, {}, {}]),
    item('trace_metric', limits.CONTAINER_ITEM_COUNT_MAX, []),
  );
  await process(signals);
  expect(await ledger()).toEqual({
    'log received': 100,
    'log unsupported:log': 100,
    'span received': 4,
    'span unsupported:span': 4,
    'trace_metric received': 1,
    'trace_metric unsupported:trace_metric': 1,
  });
});

test('a limited container counts its records', async () => {
  const body = writeEnvelope({}, [log(100, hundred)]);
  await pipeline.send(body, pipeline.projectId, { limitedCategories: ['log_item'] });
  await process([logs()]);
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

const hundred = Array.from({ length: 100 }, (_, index): TestRecord => (index % 40 === 1 ? { bad: true } : {}));

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
