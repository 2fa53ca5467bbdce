import type { ReprocessView } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { count, plural } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';

/** Reprocessing of events that were stored before their source maps arrived. */
export function ReprocessTasks({ tasks, nowMs }: { tasks: ReprocessView[]; nowMs: number }) {
  if (tasks.length === 0) return null;
  return (
    <Section title="Late uploads" note="Events that arrived before their source maps are reprocessed.">
      <ul aria-label="Late uploads" className="overflow-hidden rounded-md border border-line bg-surface">
        {tasks.map((task) => (
          <li
            key={task.id}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5 text-13 not-last:border-b not-last:border-line"
          >
            <span className="min-w-0 flex-1 basis-48 font-medium [overflow-wrap:anywhere]">
              {task.release || 'Any release'}
              {task.dist ? `, dist ${task.dist}` : ''}
            </span>
            <Progress {...task} />
            <span className="text-12 text-muted">
              <Time atMs={task.requestedAtMs} nowMs={nowMs} ago />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Progress({ total, done, mapped, endedAtMs }: ReprocessView) {
  if (endedAtMs === null) {
    return (
      <span className="flex items-center gap-2 text-accent">
        {total === null ? 'Looking for events' : `Reprocessing ${count(done)} of ${plural(total, 'event')}`}
        {total ? <progress aria-label="Events reprocessed" max={total} value={done} className="h-1.5 w-24" /> : null}
      </span>
    );
  }
  if (done < (total ?? 0))
    return <span className="text-warning">{`Stopped at ${count(done)} of ${count(total!)}`}</span>;
  return (
    <span>
      {mapped === total ? plural(mapped, 'event') : `${count(mapped)} of ${plural(total ?? 0, 'event')}`} reprocessed
    </span>
  );
}
