import { readClientReport } from '../read.ts';
import type { Step } from '#pipeline/work.ts';

/** Notes what a client says it dropped by itself; the ledger shows it beside the sum. */
export const noteClientReport: Step = (work) => {
  work.clientDiscards = readClientReport(work.raw);
  return null;
};
