import { limits } from '@seismo/protocol';
import { itemRules, type Signal, type SignalBatch } from '#pipeline/signal.ts';
import { arrivingOf } from '../common/spikes/arriving.ts';
import { createSpikeGuard } from '../common/spikes/guard.ts';
import { spanRetention } from './retention.ts';
import { spanSteps } from './steps.ts';
import type { SpanRowsItem } from './steps/build-rows.ts';

export const openSpans: Signal = ({ stores }) => {
  const spikes = createSpikeGuard(stores.telemetry, 'spans');
  return {
    retention: spanRetention(stores),
    async begin(batch): Promise<SignalBatch<SpanRowsItem>> {
      const { nowMs, isAhead } = batch;
      // How many spans an entry has is known once it is read.
      const arriving = arrivingOf(batch, ({ body }) => body.byteLength / limits.SPAN_BYTES_MIN);
      const spike = await spikes.begin(arriving, nowMs, isAhead);
      const rules = itemRules(spanSteps, { spike });
      return {
        kinds: { transaction: rules, span: rules },
        rows: (items) => ({ spans: items.flatMap(({ work }) => work.rows) }),
        async finish(_works, { spans }, facts) {
          for (const span of spans ?? []) if (span.isSegment) facts.saw(span, span.startUs / 1000, 0);
          return async (tx) => {
            if (spike.limited.size > 0) await tx.recordSpikes('spans', [...spike.limited], nowMs);
          };
        },
        applied: () => spike.applied(),
      };
    },
  };
};
