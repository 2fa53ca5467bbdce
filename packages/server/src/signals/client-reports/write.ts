import { itemRules, type Signal, type SignalBatch } from '#pipeline/signal.ts';
import type { ClientDiscard } from './rows.ts';
import { clientReportSteps } from './steps.ts';

export const openClientReports: Signal = () => ({
  begin: (): SignalBatch<ClientDiscard[]> => ({
    kinds: { client_report: itemRules(clientReportSteps, {}) },
    countDiscards(items, counter) {
      for (const { origin, work } of items) {
        for (const { category, reason, quantity } of work) counter.clientDiscarded(origin, category, reason, quantity);
      }
    },
  }),
});
