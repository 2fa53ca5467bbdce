import type { LinkedEventView } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { Link } from '#ui/link.tsx';
import { eventPath } from '#features/issue/event/event-params.ts';

interface Props {
  events: LinkedEventView[];
  nowMs: number;
  /** Whether to show the side of each event. */
  sides?: boolean;
}

/** Events of both sides, newest first. Links appear only where the viewer has access. */
export function LinkedEvents({ events, nowMs, sides = false }: Props) {
  return (
    <ul className="overflow-hidden rounded-md border border-line bg-surface">
      {events.map((event, index) => (
        <li
          key={event.open?.eventId ?? index}
          className="relative px-3 py-2 text-13 not-last:border-b not-last:border-line has-[a]:hover:bg-hover"
        >
          <div className="flex min-w-0 items-baseline gap-3">
            <Title event={event} />
            <span className="ml-auto shrink-0 text-12 text-muted">
              <Time atMs={event.atMs} nowMs={nowMs} ago />
            </span>
          </div>
          <dl className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-12 text-muted">
            {factsOf(event, sides).map(([name, value, mono]) => (
              <div key={name} className="flex min-w-0 gap-1.5">
                <dt className="sr-only">{name}</dt>
                <dd className={`min-w-0 [overflow-wrap:anywhere] ${mono ? 'font-mono' : ''}`} title={name}>
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Title({ event: { title, open } }: { event: LinkedEventView }) {
  if (!open) return <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>;
  return (
    <Link href={eventPath(open.shortId, open.eventId)} className="min-w-0 truncate fills-row">
      <span className="mr-2 font-mono text-12 text-muted">{open.shortId}</span>
      {title}
    </Link>
  );
}

function factsOf(event: LinkedEventView, sides: boolean): [name: string, value: string, mono: boolean][] {
  const { side, location, release, environment, userKey, project } = event;
  const facts: [string, string, boolean][] = [
    ['Side', sides ? (side === 'server' ? 'Server' : 'Browser') : '', false],
    ['Where', location, true],
    ['Project', project.name, false],
    ['Environment', environment, false],
    ['Release', release, true],
    ['User', userKey === '' ? '' : `user ${userKey.replace(/^(?:id|email|username|ip):/, '')}`, false],
  ];
  return facts.filter(([, value]) => value !== '');
}
