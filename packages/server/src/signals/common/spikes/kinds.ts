import { limits, type ItemKind } from '@seismo/protocol';
import type { SpikeKind } from '#store/state/contract.ts';

/** What spike protection counts, each with a limit of its own. */
export const spikeKinds: Record<SpikeKind, { itemKinds: ItemKind[]; perMinuteMin: number }> = {
  events: { itemKinds: ['event'], perMinuteMin: limits.SPIKE_PER_MINUTE_MIN },
  spans: { itemKinds: ['transaction', 'span'], perMinuteMin: limits.SPAN_SPIKE_PER_MINUTE_MIN },
};
