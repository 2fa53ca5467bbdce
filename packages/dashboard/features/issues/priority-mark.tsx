import type { PriorityView } from '@seismo/server';
import { ChevronsDown, ChevronsUp, Equal } from 'lucide-react';

export const priorityMarks = {
  high: { icon: ChevronsUp, word: 'High' },
  medium: { icon: Equal, word: 'Medium' },
  low: { icon: ChevronsDown, word: 'Low' },
};

/** How much somebody said that it matters. What the rule says is in the column of it, and needs no mark. */
export function PriorityMark({ priority: { level, why, byPerson } }: { priority: PriorityView }) {
  if (!byPerson) return null;
  const { icon: Icon, word } = priorityMarks[level];
  return (
    <span title={`${word} priority. ${why}`} className={`shrink-0 ${level === 'low' ? 'text-faint' : 'text-ink'}`}>
      <Icon size={14} aria-hidden className="inline" />
      <span className="sr-only">{word} priority</span>
    </span>
  );
}
