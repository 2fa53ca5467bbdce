import type { GroupView } from '@seismo/server';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { changeText } from './words.ts';

/** How the p95 has changed, in color only if chance does not explain it. */
export function SpeedChange({
  current,
  previous,
  hasAllBefore,
  speed,
}: Pick<GroupView, 'current' | 'previous' | 'hasAllBefore' | 'speed'>) {
  if (previous.p95 === null || current.p95 === null) {
    return <span className="text-muted">{previous.count === 0 && hasAllBefore ? 'New' : '–'}</span>;
  }
  const text = changeText(current.p95, previous.p95) ?? '–';
  if (speed === null) {
    return (
      <span className="text-muted" title="Chance may explain this">
        {text}
      </span>
    );
  }
  const isSlower = speed === 'slower';
  const Icon = isSlower ? TrendingUp : TrendingDown;
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${isSlower ? 'text-error' : 'text-good'}`}>
      <Icon size={14} aria-hidden />
      {text} {speed}
    </span>
  );
}

/** Beside a failure rate that has really changed. */
export function FailureChange({ failures }: Pick<GroupView, 'failures'>) {
  if (failures === null) return null;
  const isHigher = failures === 'higher';
  const Icon = isHigher ? TrendingUp : TrendingDown;
  return (
    <span className={`mr-1 inline-block align-[-2px] ${isHigher ? 'text-error' : 'text-good'}`}>
      <Icon size={14} aria-hidden />
      <span className="sr-only">{isHigher ? 'More than before: ' : 'Fewer than before: '}</span>
    </span>
  );
}
