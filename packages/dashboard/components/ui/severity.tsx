import type { Level } from '@seismo/protocol';
import { Bug, CircleAlert, Info, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react';

const marks: Record<Level, { icon: LucideIcon; className: string; word: string }> = {
  fatal: { icon: OctagonAlert, className: 'text-fatal', word: 'Fatal' },
  error: { icon: CircleAlert, className: 'text-error', word: 'Error' },
  warning: { icon: TriangleAlert, className: 'text-warning', word: 'Warning' },
  info: { icon: Info, className: 'text-info', word: 'Info' },
  debug: { icon: Bug, className: 'text-debug', word: 'Debug' },
};

/** How bad it is: colour, shape and word together. `compact` keeps the word for screen readers and the tooltip. */
export function Severity({ level, compact = false }: { level: Level; compact?: boolean }) {
  const { icon: Icon, className, word } = marks[level] ?? marks.error;
  return (
    <span className={`inline-flex items-center gap-1 ${className}`} title={compact ? word : undefined}>
      <Icon size={15} strokeWidth={2.2} aria-hidden />
      <span className={compact ? 'sr-only' : 'text-12 font-medium'}>{word}</span>
    </span>
  );
}
