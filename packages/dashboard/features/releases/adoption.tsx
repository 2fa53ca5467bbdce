import type { ReleaseHealth } from '@seismo/server';
import { count, percent, plural, precisePercent } from '#ui/count.ts';

/** Adoption as a bar and a percentage. The tooltip has the total; text says so if it counts events. */
export function Adoption({ health }: { health: ReleaseHealth | null }) {
  if (health === null || health.adoption === null) return <Unknown label="unknown" />;
  const { by, adoption } = health;
  return (
    <div title={`${shareOf(health)} in the last 24 hours`} className="compact:flex compact:items-center compact:gap-2">
      <span>{percent(health.count, health.projectCount)}</span>
      {by === 'events' ? <span className="text-12 whitespace-nowrap text-muted"> of events</span> : null}
      <div
        aria-hidden
        className="mt-1 h-1 overflow-hidden rounded-full bg-sunken compact:mt-0 compact:order-first compact:min-w-2 compact:flex-1"
      >
        <div className="h-full bg-[var(--series-1)]" style={{ width: `${100 * adoption}%` }} />
      </div>
    </div>
  );
}

export function CrashFree({ share }: { share: number | null }) {
  if (share === null) return <Unknown label="unknown: no sessions" />;
  return <span className={share < 0.99 ? 'text-error' : undefined}>{precisePercent(share)}</span>;
}

/** `120 of 4,000 sessions`. */
export function shareOf(health: ReleaseHealth): string {
  return `${count(health.count)} of ${plural(health.projectCount, health.by === 'sessions' ? 'session' : 'event')}`;
}

export function Unknown({ label }: { label: string }) {
  return (
    <>
      <span aria-hidden className="text-faint">
        –
      </span>
      <span className="sr-only">{label}</span>
    </>
  );
}
