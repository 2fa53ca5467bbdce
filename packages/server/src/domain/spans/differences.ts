import { adjustedForDiscoveries, fisherExact } from './statistics.ts';

/** Numbers of a selection of spans, and of the rest. */
export interface Counts {
  selected: number;
  rest: number;
}

/** With fewer on one side, nothing can be said. */
export const OBSERVATION_COUNT_MIN = 5;

/**
 * How many independent observations some spans are. Spans of one trace resemble each other, so these are as many as there are traces. Spans
 * that stand for different numbers of others are fewer: Kish's effective sample size, (Σw)² / Σw² of their weights.
 */
export function observationsOf(sample: { spans: number; traces: number; weight: number; squares: number }): number {
  const { spans, traces, weight, squares } = sample;
  return spans === 0 ? 0 : Math.floor((traces * weight ** 2) / (squares * spans) + 1e-9);
}

/** The weights of the values of a field. Each span has one; no value is a value as well. */
export interface FieldCounts {
  values: Counts[];
  /** The values that are not listed, together: which ones are listed may depend on how they differ. */
  others: Counts & { count: number };
}

export interface Difference {
  /**
   * From 0 to 1: the share of the selection that would need another value to be distributed as the rest (total variation distance), as far
   * as it is more than chance makes it.
   */
  size: number;
  /** Adjusted for the number of fields. */
  pValue: number;
}

/** Of the differences that are called significant, at most so many are expected to be false. */
export const FALSE_DISCOVERY_RATE = 0.01;

/**
 * Compares fields in a selection with the rest. A field is as significant as its most significant value: Fisher's exact test of each listed
 * value, times the number of all values (Bonferroni), then adjusted for the number of fields. The test counts observations, in proportion to
 * the weights.
 *
 * `null` for a field with a single value, which cannot differ.
 */
export function differencesOf(fields: readonly FieldCounts[], observations: Counts): (Difference | null)[] {
  const compared = fields.map((field) => {
    const values = field.values.filter(({ selected, rest }) => selected + rest > 0);
    return values.length + field.others.count < 2 ? null : compare({ ...field, values }, observations);
  });
  const adjusted = adjustedForDiscoveries(compared.flatMap((one) => (one ? [one.pValue] : [])));
  let at = 0;
  return compared.map((one) => one && { ...one, pValue: adjusted[at++]! });
}

function compare({ values, others }: FieldCounts, observations: Counts): Difference {
  const all = [...values, others];
  const total = { selected: sum(all, 'selected'), rest: sum(all, 'rest') };
  const shares = all.map(({ selected, rest }) => ({
    selected: selected / total.selected,
    rest: rest / total.rest,
    all: (selected + rest) / (total.selected + total.rest),
  }));
  const least = Math.min(
    ...shares
      .slice(0, values.length)
      .map(({ selected, rest }) =>
        fisherExact(
          Math.round(selected * observations.selected),
          observations.selected,
          Math.round(rest * observations.rest),
          observations.rest,
        ),
      ),
  );
  const distance = shares.reduce((total, { selected, rest }) => total + Math.abs(selected - rest), 0) / 2;
  // The mean distance of two samples of one distribution, each share normally distributed.
  const chance = Math.min(
    1,
    shares.reduce((total, { all }) => total + Math.sqrt(all * (1 - all)), 0) *
      Math.sqrt((2 / Math.PI) * (1 / observations.selected + 1 / observations.rest)) *
      0.5,
  );
  return {
    size: chance < 1 ? Math.max(0, (distance - chance) / (1 - chance)) : 0,
    pValue: Math.min(1, least * (values.length + others.count)),
  };
}

function sum(values: readonly Counts[], side: keyof Counts): number {
  return values.reduce((total, one) => total + one[side], 0);
}
