import { describe, expect, test } from 'vitest';
import type { Telemetry } from '../../packages/server/src/store/telemetry/contract.ts';
import { openMemoryTelemetry } from '../../packages/server/src/store/telemetry/engines/memory/open.ts';
import type { Range } from '../../packages/server/src/store/telemetry/queries/query.ts';
import { telemetryConformance } from '../../packages/server/src/store/telemetry/telemetry.conformance.ts';

/** Stores with one defect each, which the conformance suite must detect. */
const faulty: Record<string, () => Telemetry> = {
  'loses every 1000th event': () => {
    const store = openMemoryTelemetry();
    let seen = 0;
    return {
      ...store,
      append: ({ rows: { events = [], ...others }, ...batch }) =>
        store.append({ ...batch, rows: { ...others, events: events.filter(() => ++seen % 1000 !== 0) } }),
    };
  },
  'keeps rows beyond the truncated sequence': () => ({ ...openMemoryTelemetry(), truncateAfter: async () => {} }),
  'commits the first half of a failed batch': () => {
    const store = openMemoryTelemetry();
    return {
      ...store,
      async append(batch) {
        await store.append(batch).catch(async (error) => {
          const { ledger: _none, events = [], ...others } = batch.rows;
          await store.append({ ...batch, rows: { ...others, events: events.slice(0, 1) } });
          throw error;
        });
      },
    };
  },
  'does not apply changes': () => {
    const store = openMemoryTelemetry();
    return { ...store, append: (batch) => store.append({ ...batch, changes: [] }) };
  },
  'includes the end of a range': () => {
    const store = openMemoryTelemetry();
    return {
      ...store,
      query: (name, params) => {
        const range = 'range' in params ? (params.range as Range | null) : null;
        const wider = range && { range: { ...range, toMs: range.toMs + 1 } };
        return store.query(name, Object.assign({}, params, wider));
      },
    };
  },
};

describe('the telemetry conformance suite catches a store that', () => {
  for (const [fault, open] of Object.entries(faulty)) {
    test(fault, async () => {
      const caught: string[] = [];
      for (const [promise, check] of Object.entries(telemetryConformance)) {
        await check(async () => open()).catch(() => caught.push(promise));
      }
      expect(caught).not.toEqual([]);
    });
  }
});
