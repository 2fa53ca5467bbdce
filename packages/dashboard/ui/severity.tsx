import type { Level } from '@seismo/protocol';
import { Bug, CircleAlert, Info, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import { levelWords } from './level-words.ts';

const levelIcons: Record<Level, { icon: LucideIcon; className: string }> = {
  fatal: { icon: OctagonAlert, className: 'text-fatal' },
  error: { icon: CircleAlert, className: 'text-error' },
  warning: { icon: TriangleAlert, className: 'text-warning' },
  info: { icon: Info, className: 'text-info' },
  debug: { icon: Bug, className: 'text-debug' },
};

/** A level as color, icon and word. `compact` moves the word into the tooltip. */
export function Severity({ level, compact = false }: { level: Level; compact?: boolean }) {
  const { icon: Icon, className } = levelIcons[level] ?? levelIcons.error;
  const word = levelWords[level] ?? levelWords.error;
  return (
    <span className={`inline-flex items-center gap-1 ${className}`} title={compact ? word : undefined}>
      <Icon size={15} strokeWidth={2.2} aria-hidden />
      <span className={compact ? 'sr-only' : 'text-12 font-medium'}>{word}</span>
    </span>
  );
}
