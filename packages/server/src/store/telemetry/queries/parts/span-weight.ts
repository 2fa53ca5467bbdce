import type { SpanRow } from '../../tables/spans.ts';

/** The weight of a span that was not sampled. Weights are integers, so that a sum does not depend on its order. */
export const WEIGHT_UNIT = 2 ** 20;

/** How many spans a span stands for: one if it was not sampled, or not yet. In units of `WEIGHT_UNIT`. */
export const spanWeightDuckdb = `round(${WEIGHT_UNIT} / (client_sample_rate * coalesce(server_sample_rate, 1)))::bigint`;

export function weightOf({ clientSampleRate, serverSampleRate }: SpanRow): number {
  return Math.round(WEIGHT_UNIT / (clientSampleRate * (serverSampleRate ?? 1)));
}
