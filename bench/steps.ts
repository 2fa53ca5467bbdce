import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, readEnvelope, type EnvelopeItem } from '@seismo/protocol';
import { isInApp } from '../packages/server/src/domain/normalize/in-app.ts';
import { compileRules, defaultRules } from '../packages/server/src/domain/configuration/rules.ts';
import type { Documents, ProjectRules } from '../packages/server/src/domain/configuration/rules.ts';
import { Ended } from '../packages/server/src/pipeline/steps.ts';
import { eventSteps } from '../packages/server/src/signals/errors/steps.ts';
import { openMemoryBlobs } from '../packages/server/src/store/blobs/memory.ts';
import { openState, storesIn } from '../packages/server/src/store/open.ts';
import { createSymbolicator } from '../packages/server/src/symbolication/symbolicate.ts';
import { eventItem } from '../packages/server/src/testing/items.ts';

/**
 * The cost of each step of an event: microseconds of processor time per recorded event of about 16 KB, and milliseconds
 * for events of the maximum size with text that is slow to process. `node bench/steps.ts`
 */
const golden = join(import.meta.dirname, '../tests/golden/envelopes');
const ROUNDS = 400;

const typical = readdirSync(golden)
  .filter((file) => file.endsWith('.envelope'))
  .flatMap((file) => readEnvelope(readFileSync(join(golden, file))).items)
  .filter(({ kind, payload }) => kind === 'event' && payload.length > 12_000 && payload.length < 20_000);

/** The maximum an event can contain. */
const text = (unit: string) =>
  unit.repeat(Math.floor((limits.EVENT_BYTES_MAX - 200) / (JSON.stringify(unit).length - 2)));
const hostile: Record<string, object> = {
  'key=value pairs': { message: text('password=hunter2 ') },
  'signs only': { message: text('=') },
  'open quotes': { message: text(`":'`) },
  'open brackets': { extra: { body: text('token={[') } },
  digits: { message: text('4111 ') },
  'token starts': { message: text('eyJ') },
  'schemes of URLs': { request: { url: text('://') } },
  'private keys': { extra: { pem: text('-----BEGIN ') } },
  'one long word': { transaction: text('a') },
  'a stack of source lines': {
    exception: {
      values: [{ type: 'E', stacktrace: { frames: Array(250).fill({ context_line: '?a=b&'.repeat(800) }) } }],
    },
  },
  'many short texts': {
    extra: Object.fromEntries(Array.from({ length: 200 }, (_, key) => [`k${key}`, 'a=b,'.repeat(1200)])),
  },
  'many keys': { tags: Object.fromEntries(Array.from({ length: 60_000 }, (_, key) => [`tag${key}`, 'v'])) },
  'only structure': { extra: { list: Array.from({ length: 340_000 }, () => ({})) } },
};

/** Rules of each kind that match nothing, so that all of them are evaluated. */
const times = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, i) => text(i));
const busyProject: Documents = {
  filters: {
    localhost: true,
    legacyBrowsers: { ie: 11, safari: 9 },
    messages: times(30, (i) => `*known noise ${i}: * of *`),
    releases: times(10, (i) => `shop@0.${i}.*`),
    addresses: times(10, (i) => `198.51.100.${i}`),
    sampling: [{ samplePercent: 1, levels: ['debug'], releases: [], environments: [], transactions: [] }],
  },
  grouping: {
    fingerprintRules: times(20, (i) => `error.type:Known${i} message:"*of*${i}*" -> known-${i}`).join('\n'),
    stackRules: times(50, (i) => `path:**/vendor-${i}/*/lib/** -app`).join('\n'),
  },
  privacy: {
    sensitiveFields: ['customer_*', '*_iban'],
    userAddress: 'keep',
    rules: ['email', 'iban', 'creditcard'].map((type) => ({ type, pattern: '', source: '**', method: 'mask' })),
  },
};

/** For projects without uploads, like most. */
const folder = mkdtempSync(join(tmpdir(), 'seismo-bench-'));
const state = await openState(storesIn(folder));
const symbolicators = createSymbolicator({ state, blobs: openMemoryBlobs() }, isInApp);

/** Processor time of this thread in milliseconds. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const meanBytes = Math.round(typical.reduce((sum, { payload }) => sum + payload.length, 0) / typical.length);
console.log(`${typical.length} recorded events of ${meanBytes} bytes on average, µs per event:`);
await run(typical, ROUNDS / 4);
const totals = await run(typical, ROUNDS);
const perEvent = Object.entries(totals).map(([step, ms]) => [step, (ms * 1000) / (ROUNDS * typical.length)] as const);
console.table(Object.fromEntries([...perEvent, ['all', sum(perEvent.map(([, µs]) => µs))]].map(rounded)));

console.log('The steps that ask the rules of a project, for one that has many (µs per event):');
const rules = compileRules(busyProject, 'key');
await run(typical, ROUNDS / 4, rules);
const ruled = await run(typical, ROUNDS, rules);
const asking = ['filter', 'scrub', 'assignGroup'].map((step) => [
  step,
  (ruled[step]! * 1000) / (ROUNDS * typical.length),
]);
console.table(Object.fromEntries(asking.map(rounded)));

console.log('Events of the largest size, ms per event (the slowest of five):');
const slowest: [string, Record<string, number>][] = [];
for (const [name, event] of Object.entries(hostile)) {
  const item = { ...typical[0]!, payload: new TextEncoder().encode(JSON.stringify(event)) };
  const runs: Record<string, number>[] = [];
  for (let time = 0; time < 5; time++) runs.push(await run([item], 1));
  slowest.push([
    name,
    Object.fromEntries(
      Object.keys(runs[0]!).map((step) => [step, +Math.max(...runs.map((each) => each[step]!)).toFixed(1)]),
    ),
  ]);
}
console.table(Object.fromEntries(slowest));

/** Runs each step for all items before the next step, to read the clock rarely. */
async function run(
  items: readonly EnvelopeItem[],
  rounds: number,
  ofProject: ProjectRules = defaultRules,
): Promise<Record<string, number>> {
  const totals: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    const symbolicator = symbolicators.forBatch();
    const works: unknown[] = items.map(({ payload }) => eventItem(payload, { symbolicator, rules: ofProject }));
    for (const { name, step } of eventSteps.list) {
      const since = spentMs();
      for (const [index, work] of works.entries()) {
        const answer = step(work);
        const next = answer instanceof Promise ? await answer : answer;
        if (next instanceof Ended) throw new Error(`${name}: ${next.disposition.reason}`);
        works[index] = next;
      }
      totals[name] = (totals[name] ?? 0) + spentMs() - since;
    }
  }
  return totals;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function rounded([name, number]: readonly [string, number] | (string | number)[]): [string, number] {
  return [String(name), Math.round(Number(number) * 10) / 10];
}
