import type { GroupingComponent } from '@seismo/protocol';

/** Values side by side; `null` where an event lacks them. */
export interface ComparedComponent {
  kind: string;
  left: GroupingComponent | null;
  right: GroupingComponent | null;
  /** Same value, and it counts in both or in neither. */
  equal: boolean;
}

/** Aligns the longest common sequence of components; those in between are paired by kind, in order. */
export function compareComponents(left: GroupingComponent[], right: GroupingComponent[]): ComparedComponent[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i]![j] = isEqual(left[i]!, right[j]!)
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const compared: ComparedComponent[] = [];
  let [ones, others]: [GroupingComponent[], GroupingComponent[]] = [[], []];
  const pair = () => {
    compared.push(...paired(ones, others));
    [ones, others] = [[], []];
  };
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [one, other] = [left[i], right[j]];
    if (one && other && isEqual(one, other)) {
      pair();
      compared.push({ kind: one.kind, left: one, right: other, equal: true });
      i++;
      j++;
    } else if (!other || (one && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) ones.push(left[i++]!);
    else others.push(right[j++]!);
  }
  pair();
  return compared;
}

function paired(ones: GroupingComponent[], others: GroupingComponent[]): ComparedComponent[] {
  const rest = [...others];
  const pairs = ones.map((left): ComparedComponent => {
    const at = rest.findIndex(({ kind, contributes }) => kind === left.kind && contributes === left.contributes);
    const right = at < 0 ? null : rest.splice(at, 1)[0]!;
    return { kind: left.kind, left, right, equal: false };
  });
  return [...pairs, ...rest.map((right): ComparedComponent => ({ kind: right.kind, left: null, right, equal: false }))];
}

function isEqual(one: GroupingComponent, other: GroupingComponent): boolean {
  return one.kind === other.kind && one.value === other.value && one.contributes === other.contributes;
}
