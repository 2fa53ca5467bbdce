/**
 * Records what visitors of the demo say, beside the visits that scripts/record-demo.ts recorded, and leaves those as they are.
 * Run: node scripts/pinned.mjs scripts/record-demo-feedback.ts
 */
import { join } from 'node:path';
import { recordFeedback } from './record-demo/record-feedback.ts';

await recordFeedback(join(import.meta.dirname, '../packages/main/demo/envelopes'));
