import type { AlertLevel } from '@seismo/server';
import { Badge } from '#ui/badge.tsx';
import { alertLevels } from './metric-words.ts';

/** The level of a metric; in an alert, `ok` is the end of it. */
export function LevelBadge({ level, inAlert = false }: { level: AlertLevel; inAlert?: boolean }) {
  const { name, tone } = alertLevels[level];
  return <Badge tone={tone}>{inAlert && level === 'ok' ? 'Resolved' : name}</Badge>;
}
