import { itemRules, type Signal, type SignalBatch } from '#pipeline/signal.ts';
import { spanRetention } from './retention.ts';
import { spanRows } from './rows.ts';
import { spanSteps } from './steps.ts';
import type { DescribedSpanItem } from './steps/limit-attributes.ts';

export const openSpans: Signal = ({ stores }) => ({
  retention: spanRetention(stores),
  begin: (): SignalBatch<DescribedSpanItem> => ({
    kinds: { transaction: itemRules(spanSteps, {}), span: itemRules(spanSteps, {}) },
    rows: (items) => ({ spans: spanRows(items) }),
    async finish(_works, { spans }, facts) {
      for (const span of spans ?? []) if (span.isSegment) facts.saw(span, span.startUs / 1000, 0);
    },
  }),
});
