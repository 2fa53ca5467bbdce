/**
 * Records traces of the demo's shop, through its pages and its API, in addition to what scripts/record-demo.ts recorded.
 * Run: node scripts/pinned.mjs scripts/record-demo-traces.ts
 */
import { join } from 'node:path';
import { recordTraces } from './record-demo/record-traces.ts';
import { addVisits } from './record-demo/visit.ts';

await addVisits(join(import.meta.dirname, '../packages/main/demo/envelopes'), await recordTraces());
