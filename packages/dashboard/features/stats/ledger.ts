import type { KeyOutcomesView, OutcomesView } from '@seismo/server';
import type { ItemFilter } from './search-params.ts';

export interface Part {
  outcome: string;
  quantity: number;
}

/** Outcomes summed over their reasons, largest first, with what is still in flight last. Sums to `received`. */
export function parts(ledger: Pick<OutcomesView, 'outcomes' | 'inFlight'>): Part[] {
  const sums = new Map<string, number>();
  for (const { outcome, quantity } of ledger.outcomes) sums.set(outcome, (sums.get(outcome) ?? 0) + quantity);
  const sorted = [...sums]
    .map(([outcome, quantity]) => ({ outcome, quantity }))
    .sort((one, other) => other.quantity - one.quantity);
  return ledger.inFlight > 0 ? [...sorted, { outcome: 'in flight', quantity: ledger.inFlight }] : sorted;
}

/**
 * The series that add up to the received items, largest at the bottom. Received and client-dropped items are separate.
 */
export function outcomeSeries(all: OutcomesView['series']): OutcomesView['series'] {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return all
    .filter(({ outcome }) => outcome !== 'received' && outcome !== 'client-discard')
    .sort((one, other) => sum(other.values) - sum(one.values));
}

/** Colors of outcomes are of the series scale: an outcome is a category, not a severity. */
const series: Record<string, number> = {
  stored: 1,
  filtered: 3,
  limited: 2,
  invalid: 4,
  duplicate: 5,
  'too-large': 6,
  unsupported: 8,
  failed: 7,
};

export function colorOf(outcome: string): string {
  return `var(--series-${series[outcome] ?? 8})`;
}

export const outcomeNames: Record<string, string> = {
  'client-discard': 'Dropped by clients',
  stored: 'Stored',
  filtered: 'Filtered',
  limited: 'Limited',
  invalid: 'Invalid',
  duplicate: 'Duplicate',
  'too-large': 'Too large',
  unsupported: 'Not supported',
  failed: 'Failed',
  'in flight': 'In flight',
};

/** Items of one kind with the same outcome. */
export interface LedgerCell {
  itemKind: string;
  outcome: string;
  reason: string;
  quantity: number;
}

/** The outcome cells whose examples are requested; `''` is any. Client drops must be requested explicitly. */
export function cellsOf(
  { kinds, clientDiscards }: Pick<OutcomesView, 'kinds' | 'clientDiscards'>,
  { kind, outcome, reason }: ItemFilter,
): LedgerCell[] {
  const all =
    outcome === 'client-discard'
      ? clientDiscards.map(({ category, ...cell }) => ({ itemKind: category, outcome, ...cell }))
      : kinds.flatMap(({ itemKind, outcomes }) => outcomes.map((cell) => ({ itemKind, ...cell })));
  return all
    .filter(({ itemKind }) => kind === '' || itemKind === kind)
    .filter((cell) => (outcome === '' || cell.outcome === outcome) && (reason === '' || cell.reason === reason));
}

/** The name of a key, with its project if keys of several projects are listed. */
export function keyName(
  { label, project }: Pick<KeyOutcomesView, 'label' | 'project'>,
  allKeys: readonly Pick<KeyOutcomesView, 'project'>[],
): string {
  const name = label || 'No key recorded';
  return allKeys.some((other) => other.project !== project) ? `${project}: ${name}` : name;
}

const keys = { path: '', name: 'Client keys' };
const limits = { path: '/limits', name: 'Limits' };
const settings: Record<string, Record<string, { path: string; name: string }>> = {
  limited: { 'key-rate': keys, spike: limits },
  filtered: { 'key-inactive': keys },
};

/** The project settings page that controls this reason. */
export function settingsOf(outcome: string, reason: string): { path: string; name: string } | null {
  return settings[outcome]?.[reason] ?? (outcome === 'filtered' ? { path: '/filters', name: 'Filters' } : null);
}
