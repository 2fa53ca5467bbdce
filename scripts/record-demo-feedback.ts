/**
 * Records user feedback for the demo, in addition to the visits that scripts/record-demo.ts recorded.
 * Run: node scripts/pinned.mjs scripts/record-demo-feedback.ts
 */
import { join } from 'node:path';
import { recordFeedback } from './record-demo/record-feedback.ts';

await recordFeedback(join(import.meta.dirname, '../packages/main/demo/envelopes'));
