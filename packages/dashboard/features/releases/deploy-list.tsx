import type { Deploy } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { hostOfWebLink } from './web-link.ts';

export function DeployList({ deploys, nowMs }: { deploys: Deploy[]; nowMs: number }) {
  if (deploys.length === 0) {
    return (
      <p className="text-13 text-muted">
        No deploys. Record one with <code className="text-12">sentry-cli deploys new -e production</code>.
      </p>
    );
  }
  return (
    <ol>
      {deploys.map(({ id, environment, name, url, startedAtMs, finishedAtMs }) => (
        <li key={id} className="flex flex-wrap items-center gap-2 border-b border-line py-2 text-13">
          <Badge>{environment}</Badge>
          {hostOfWebLink(url) ? (
            <a href={url} rel="noreferrer" className="text-accent underline-offset-2 hover:underline">
              {name || hostOfWebLink(url)}
            </a>
          ) : (
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          )}
          <span className="ml-auto text-12 text-muted">
            {startedAtMs !== null && finishedAtMs > startedAtMs
              ? `took ${Math.max(1, Math.round((finishedAtMs - startedAtMs) / 1000))} s, `
              : ''}
            <Time atMs={finishedAtMs} nowMs={nowMs} ago />
          </span>
        </li>
      ))}
    </ol>
  );
}
