import type { Level } from '@seismo/protocol';
import { Bug, CircleAlert, Info, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import { levelWords } from './level-words.ts';

const marks: Record<Level, { icon: LucideIcon; className: string }> = {
  fatal: { icon: OctagonAlert, className: 'text-fatal' },
  error: { icon: CircleAlert, className: 'text-error' },
  warning: { icon: TriangleAlert, className: 'text-warning' },
  info: { icon: Info, className: 'text-info' },
  debug: { icon: Bug, className: 'text-debug' },
};

/** How bad it is: colour, shape and word together. `compact` keeps the word for screen readers and the tooltip. */
export function Severity({ level, compact = false }: { level: Level; compact?: boolean }) {
  const { icon: Icon, className } = marks[level] ?? marks.error;
  const word = levelWords[level] ?? levelWords.error;
  return (
    <span className={`inline-flex items-center gap-1 ${className}`} title={compact ? word : undefined}>
      <Icon size={15} strokeWidth={2.2} aria-hidden />
      <span className={compact ? 'sr-only' : 'text-12 font-medium'}>{word}</span>
    </span>
  );
}
