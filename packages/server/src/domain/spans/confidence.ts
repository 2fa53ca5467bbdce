import { readCall } from './call.ts';

export type Confidence = 'high' | 'low';

/** Stored spans, and how many they stand for. */
interface Sampled {
  spans: number;
  estimated: number;
}

/** Half of a 95% interval, in standard deviations, and its largest share of the value. */
const DEVIATIONS = 1.96;
const SHARE_MAX = 0.5;
/** Percentiles and averages of so few spans are never sure. */
const FEW_SPANS = 50;

/**
 * Whether an aggregate of sampled spans can be relied on, with Sentry's thresholds (getsentry/snuba
 * `web/rpc/v1/resolvers/common/aggregation.py`, read 2026-11): the 95% interval of the number of spans, for one sample rate the variance
 * `n (1 − rate) / rate²`, is at most half of that number to each side; aggregates of their values also need more than 50 stored spans.
 * `null`: it is not estimated, or there is nothing to estimate it from.
 */
export function confidenceOf(aggregate: string, value: number | null, sampled: Sampled): Confidence | null {
  const [called, parameter] = readCall(aggregate) ?? [];
  if (called === undefined || notEstimated.has(called) || value === null || sampled.spans === 0) return null;
  const rate = Math.min(1, sampled.spans / sampled.estimated);
  const isSure = (spans: number) => rate === 1 || DEVIATIONS * Math.sqrt((1 - rate) / spans) <= SHARE_MAX;
  switch (called) {
    case 'count':
      return isSure(parameter === '' ? sampled.spans : value * rate) ? 'high' : 'low';
    case 'epm':
    case 'eps':
      return isSure(sampled.spans) ? 'high' : 'low';
    case 'failure_rate':
      return isSure(value * sampled.spans) ? 'high' : 'low';
    default:
      return rate === 1 || (sampled.spans > FEW_SPANS && isSure(sampled.spans)) ? 'high' : 'low';
  }
}

const notEstimated = new Set(['count_sample', 'count_unique', 'min', 'max', 'p100']);
