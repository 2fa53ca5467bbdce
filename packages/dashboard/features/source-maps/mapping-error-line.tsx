import type { SourceMapCheck } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Definitions } from '#ui/section.tsx';
import { InlineCode } from '../issue/stack/map-status.tsx';
import { detailLines, helpHref } from '../issue/stack/source-map.ts';

/** One reason: what it means, how to fix it, and the latest event of each affected release with its files. */
export function MappingErrorLine({ error, nowMs }: { error: SourceMapCheck['errors'][number]; nowMs: number }) {
  const { title, means, todo, frames, events, examples, releases } = error;
  return (
    <li className="rounded-md border border-line bg-surface p-4 text-13">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-14">{title}</h3>
        <p className="text-12 text-muted">
          {plural(frames, 'frame')} in {plural(events, 'event')}
          {releases > 1 ? ` of ${plural(releases, 'release')}` : ''}
        </p>
      </div>
      <p className="mt-1 max-w-[72ch]">{means}</p>
      <p className="mt-1 max-w-[72ch] text-muted">
        <InlineCode text={todo} />{' '}
        <Link href={helpHref(error.error)} className="text-accent underline underline-offset-2">
          Learn more about this reason
        </Link>
      </p>
      <ul aria-label={`Events: ${title}`} className="mt-3 flex flex-col gap-3">
        {examples.map((example) => (
          <li key={example.eventId} className="border-t border-line pt-2.5">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <Link
                href={`/issues/${example.issueShortId}/events/${example.eventId}`}
                className="min-w-0 font-medium [overflow-wrap:anywhere] hover:underline"
              >
                {example.title}
              </Link>
              <span className="min-w-0 text-12 [overflow-wrap:anywhere] text-muted">
                {example.release || 'no release'}
                {example.dist ? `, dist ${example.dist}` : ''}, <Time atMs={example.atMs} nowMs={nowMs} ago />
              </span>
            </p>
            {example.files.map(({ path, detail }) => (
              <div key={path} className="mt-1.5 min-w-0">
                <Definitions
                  entries={[
                    ['File', <Mono key="file" text={path} />],
                    ...detailLines(detail).map(([name, value]): [string, React.ReactNode] => [
                      name,
                      <Mono key={name} text={value} />,
                    ]),
                  ]}
                />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </li>
  );
}

function Mono({ text }: { text: string }) {
  return <span className="font-mono text-12 [overflow-wrap:anywhere]">{text}</span>;
}
