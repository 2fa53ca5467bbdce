import type { SpikeCount } from '../../common/spikes/guard.ts';
import type { DescribedSpanItem } from './limit-attributes.ts';

/** Counts the spans that are stored toward the spike limit. */
export const countSpans = <Work extends DescribedSpanItem & { spike: SpikeCount }>(work: Work): Work => {
  const { spike, origin, spans } = work;
  spike.count(origin.projectId, origin.receivedAtMs, spans.length);
  return work;
};
