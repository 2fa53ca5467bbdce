import { adjustedForDiscoveries, fisherExact } from './statistics.ts';

/** How many spans are in a selection of spans, and in the rest. */
export interface Counts {
  selected: number;
  rest: number;
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
 * Compares fields in a selection with the rest. A field is the counts of its values, of which each span has one; spans without a value are a
 * value as well.
 *
 * A field is as significant as its most significant value: Fisher's exact test of each value, times the number of values (Bonferroni), then
 * adjusted for the number of fields. Spans of one trace resemble each other, so the tests count as many observations as there are traces.
 *
 * `null` for a field with a single value, which cannot differ.
 */
export function differencesOf(fields: readonly Counts[][], traces: Counts): (Difference | null)[] {
  const compared = fields.map((values) => {
    const present = values.filter(({ selected, rest }) => selected + rest > 0);
    return present.length < 2 ? null : compare(present, traces);
  });
  const adjusted = adjustedForDiscoveries(compared.flatMap((one) => (one ? [one.pValue] : [])));
  let at = 0;
  return compared.map((one) => one && { ...one, pValue: adjusted[at++]! });
}

function compare(values: readonly Counts[], traces: Counts): Difference {
  const total = { selected: sum(values, 'selected'), rest: sum(values, 'rest') };
  const observations = {
    selected: Math.min(total.selected, traces.selected),
    rest: Math.min(total.rest, traces.rest),
  };
  const shares = values.map(({ selected, rest }) => ({
    selected: selected / total.selected,
    rest: rest / total.rest,
    all: (selected + rest) / (total.selected + total.rest),
  }));
  const least = Math.min(
    ...shares.map(({ selected, rest }) =>
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
    pValue: Math.min(1, least * values.length),
  };
}

function sum(values: readonly Counts[], side: keyof Counts): number {
  return values.reduce((total, one) => total + one[side], 0);
}
