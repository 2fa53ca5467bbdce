import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { defaultLimits, type LimitSettings } from '#domain/configuration/documents.ts';
import { eventEnvelope, everything, nowMs, openPipeline } from '../testing/pipeline.ts';
import { isSampled } from '#store/telemetry/queries/parts/trace-sample.ts';
import { commitMemory, createCommits } from './commits.ts';
import { createRulesReader } from './read-rules.ts';
import { decideTraces } from './trace-decisions.ts';

const [inHalf, outside] = [true, false].map((isIn) =>
  Array.from({ length: 99 }, (_, n) => (n + 1).toString(16).padStart(32, '0')).find(
    (id) => isSampled(id, 0.5) === isIn,
  ),
) as [string, string];

async function open() {
  const pipeline = await openPipeline();
  const { stores, projectId, otherId } = pipeline;
  const services = { stores, rulesOf: createRulesReader(stores.state), clock: { now: () => nowMs } };
  const commits = createCommits({ index: 0, count: 1, commits: commitMemory() }, () => stores.state.appliedSequence());
  const decideAt = (atMs: number) => decideTraces({ ...services, clock: { now: () => atMs } }, commits);
  return {
    ...pipeline,
    configure: (change: Partial<LimitSettings>, of = projectId) =>
      stores.state.write((tx) =>
        tx.writeConfiguration({
          projectId: of,
          name: 'limits',
          atMs: nowMs,
          userId: null,
          document: { ...defaultLimits, ...change },
        }),
      ),
    async sendSpan(traceId: string, { to = projectId, ms = 10, receivedAtMs = nowMs } = {}) {
      const [start_timestamp, end_timestamp] = [nowMs / 1000 - 5, nowMs / 1000 - 5 + ms / 1000];
      const span = { trace_id: traceId, span_id: 'a'.repeat(16), name: 'GET /', is_segment: true };
      const items = [{ ...span, start_timestamp, end_timestamp, status: 'ok' }];
      await pipeline.send(`{}\n{"type":"span"}\n${JSON.stringify({ version: 2, items })}`, to, { receivedAtMs });
      await pipeline.drain();
    },
    decideAt,
    decide: () => decideAt(nowMs + limits.TRACE_DECISION_MS),
    async rates(traceId: string) {
      const rows = await stores.telemetry.query('spanSamples', {
        projectIds: [projectId, otherId],
        environments: [],
        range: everything,
        condition: { traceId },
        attributes: [],
        order: 'newest',
        after: null,
        count: 9,
      });
      return rows.map(({ serverSampleRate }) => serverSampleRate);
    },
    removed: () =>
      stores.telemetry.query('removalLog', { projectIds: [projectId, otherId], range: everything, bucketMs: 1e15 }),
  };
}

test('without a rule, spans are kept as they arrive', async () => {
  const { sendSpan, rates, decide } = await open();
  await sendSpan(outside);
  expect(await rates(outside)).toEqual([1]);
  expect(await decide()).toBe(false);
});

test('a share of the traces is kept, each with its rate, some time after it arrived; the rest is logged', async () => {
  const { configure, sendSpan, rates, decide, decideAt, removed, ledger, projectId } = await open();
  await configure({ traceShare: 0.5 });
  await sendSpan(inHalf);
  await sendSpan(outside);
  expect([await rates(inHalf), await rates(outside)]).toEqual([[null], [null]]);
  expect(await decideAt(nowMs + limits.TRACE_DECISION_MS - 1)).toBe(false);
  expect(await decide()).toBe(true);
  expect([await rates(inHalf), await rates(outside)]).toEqual([[0.5], []]);
  expect(await removed()).toMatchObject([{ projectId, itemKind: 'span', reason: 'sampled', quantity: 1, bytes: 0 }]);
  expect(await ledger()).toEqual({ 'span received': 2, 'span stored': 2 });
  expect(await decide()).toBe(false);
});

test('a trace with an error or a slow request is kept in all projects, and what comes late follows it', async () => {
  const { configure, sendSpan, send, drain, rates, decide, otherId } = await open();
  await configure({ traceShare: 0, slowTraceMs: 500 });
  await configure({ traceShare: 0 }, otherId);
  await sendSpan(inHalf, { to: otherId });
  await sendSpan(outside, { ms: 499 });
  const slow = 'f'.repeat(32);
  await sendSpan(slow, { ms: 500 });
  await sendSpan(slow, { to: otherId });
  const contexts = { trace: { trace_id: inHalf, span_id: 'b'.repeat(16) } };
  await send(eventEnvelope({ event_id: 'e'.repeat(32), message: 'broken', contexts }));
  await drain();
  await decide();
  expect([await rates(inHalf), await rates(outside), await rates(slow)]).toEqual([[1], [], [1, 1]]);
  await sendSpan(slow);
  await decide();
  expect(await rates(slow)).toEqual([1, 1, 1]);
});

test('spans that wait when the rule is removed are kept', async () => {
  const { configure, sendSpan, rates, decide } = await open();
  await configure({ traceShare: 0 });
  await sendSpan(outside);
  await configure({ traceShare: 1 });
  await decide();
  expect(await rates(outside)).toEqual([1]);
});

test('when too many spans wait, those that arrived first are decided about early', async () => {
  const { configure, sendSpan, rates, decideAt, stores } = await open();
  await configure({ traceShare: 0.5 });
  await sendSpan(inHalf, { receivedAtMs: nowMs - 1000 });
  await sendSpan(outside);
  const { query } = stores.telemetry;
  stores.telemetry.query = async (name, params) => {
    const rows = await query(name, params);
    return name === 'undecidedSpans'
      ? rows.map((row) => ({ ...row, spans: limits.UNDECIDED_SPAN_COUNT_MAX + 1 }))
      : rows;
  };
  expect(await decideAt(nowMs)).toBe(true);
  expect([await rates(inHalf), await rates(outside)]).toEqual([[0.5], [null]]);
});
