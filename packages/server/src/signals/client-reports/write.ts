import { itemRules, type Signal, type SignalBatch } from '#pipeline/signal.ts';
import { discardRows } from './rows.ts';
import { clientReportSteps } from './steps.ts';
import type { ClientDiscard } from './steps/note-client-report.ts';

export const openClientReports: Signal = () => ({
  begin: (): SignalBatch<ClientDiscard[]> => ({
    kinds: { client_report: itemRules(clientReportSteps, {}) },
    rows: (items) => ({ ledger: discardRows(items) }),
  }),
});
