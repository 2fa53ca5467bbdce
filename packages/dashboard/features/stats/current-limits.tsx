import { Badge } from '#ui/badge.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { Cell, Rows } from './rows.tsx';

const windows: Record<number, string> = { 60: 'minute', 3600: 'hour', 86_400: 'day' };

/** The limits of a project: each key's, and the threshold of spikes. */
export async function CurrentLimits({ project }: { project: string }) {
  const [keys, spike] = await Promise.all([
    runQuery((viewer) => runtime().query.keys(viewer, project)),
    runQuery((viewer) => runtime().query.spikeStatus(viewer, project)),
  ]);
  const path = `/settings/projects/${encodeURIComponent(project)}` as const;
  return (
    <Section title="Limits" note="Rate limits of this project">
      <Rows head={['Key', 'Limit', 'Status']}>
        {keys.map(({ id, label, active, rateLimit }) => (
          <tr key={id} className="border-b border-line">
            <Cell>
              <Link href={path} className="text-accent underline underline-offset-2">
                {label}
              </Link>
            </Cell>
            <Cell>
              {rateLimit
                ? `${plural(rateLimit.count, 'event')} per ${windows[rateLimit.windowS] ?? `${rateLimit.windowS} s`}`
                : 'None'}
            </Cell>
            <Cell>{active ? <Badge tone="good">Active</Badge> : <Badge tone="warning">Disabled</Badge>}</Cell>
          </tr>
        ))}
        {(['events', 'spans'] as const).map((kind) => {
          const { limitPerMinute, limitedLast24h, isLimitingNow } = spike[kind];
          const noun = kind === 'events' ? 'event' : 'span';
          return (
            <tr key={kind} className="border-b border-line last:border-0">
              <Cell>
                <Link href={`${path}/limits`} className="text-accent underline underline-offset-2">
                  Spike protection of {kind}
                </Link>
              </Cell>
              <Cell>
                {!spike.on
                  ? 'None'
                  : limitPerMinute === null
                    ? `Not available: too few ${kind} to determine a baseline`
                    : `${plural(limitPerMinute, noun)} per minute, ${count(limitedLast24h)} dropped in 24 hours`}
              </Cell>
              <Cell>
                {!spike.on ? (
                  <Badge>Off</Badge>
                ) : isLimitingNow ? (
                  <Badge tone="warning">Limiting</Badge>
                ) : (
                  <Badge tone="good">Inactive</Badge>
                )}
              </Cell>
            </tr>
          );
        })}
      </Rows>
    </Section>
  );
}
