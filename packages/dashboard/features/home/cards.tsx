import type { ProjectCard } from '@seismo/server';
import { connection } from 'next/server';
import { RowGrid } from '#explorer/row-grid.tsx';
import { Sparkline, sparklineLabel } from '#charts/sparkline.tsx';
import { Badge } from '#ui/badge.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';
import { platformName } from '#features/start/platforms.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { NoProject } from './no-project.tsx';
import { projectHref, readHomeContext, type HomeContext } from './search-params.ts';
import { stepTexts } from './set-up-steps.ts';
import { rangeHeading, rangeSince, rangeText } from '#shell/context-bar/time-range.ts';

/** Every project of the viewer with its errors, users, latest release and next setup step. */
export async function ProjectCards({ search }: { search: Promise<RawParams> }) {
  await connection();
  const context = readHomeContext(await search);
  const cards = await runQuery((viewer) => runtime().query.projectCards(viewer, context));
  if (cards.length === 0) return <NoProject />;
  const nowMs = Date.now();
  const several = new Set(cards.map(({ project }) => project.organization.id)).size > 1;
  return (
    <RowGrid>
      <table role="grid" className="mt-2 w-full table-fixed">
        <caption className="sr-only">{plural(cards.length, 'project')}</caption>
        <TableHead
          hiddenOnPhones
          columns={[
            { name: plural(cards.length, 'project'), className: 'pl-2' },
            { name: rangeHeading(context.range), className: 'w-44 px-3' },
            { name: 'Errors', number: true, className: 'w-20 px-3' },
            { name: 'Users', number: true, className: 'w-20 px-3' },
            { name: 'Unresolved', number: true, className: 'w-24 px-3' },
            { name: 'Latest release', className: 'hidden w-44 px-3 lg:table-cell' },
            { name: 'Setup', className: 'hidden w-60 px-3 lg:table-cell' },
          ]}
        />
        <tbody>
          {cards.map((card) => (
            <Row key={card.project.id} card={card} shown={context} several={several} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </RowGrid>
  );
}

/** Over the link of the row. */
const number = 'relative z-10 rounded-sm text-accent underline-offset-2 hover:underline';

interface Props {
  card: ProjectCard;
  shown: HomeContext;
  several: boolean;
  nowMs: number;
}

function Row({ card, shown: context, several, nowMs }: Props) {
  const { project, events, eventsTotal, users, unresolved, unresolvedSinceMs, newestRelease } = card;
  const of = { projects: [project.slug] };
  return (
    <tr data-row className="relative h-14 border-b border-line align-middle focus-within:bg-accent-wash hover:bg-hover">
      <th scope="row" className="min-w-0 py-1.5 pr-3 pl-1 text-left font-normal md:pl-2">
        <Link
          href={projectHref(project.slug, context)}
          data-row-link
          suppressHydrationWarning
          className="block truncate font-semibold fills-row"
        >
          {project.name}
        </Link>
        <p className="mt-0.5 truncate text-12 text-muted">
          {several ? `${project.organization.name}, ` : ''}
          {platformName(project.platform)}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-12 text-muted md:hidden">
          <span>{plural(eventsTotal, 'error')}</span>
          <span>{plural(users, 'user')}</span>
          <span>{count(unresolved)} unresolved</span>
        </p>
      </th>
      <td className="hidden px-3 md:table-cell">
        <div className="h-8">
          <Sparkline
            series={events}
            width={152}
            height={32}
            label={sparklineLabel(events, rangeText(context.range))}
            nowMs={nowMs}
          />
        </div>
      </td>
      <td className="hidden px-3 text-right md:table-cell">
        {eventsTotal === 0 ? (
          '0'
        ) : (
          <Link
            href={issuesHref({ ...of, ...context, query: '', sort: 'events' })}
            aria-label={`${plural(eventsTotal, 'error')} of ${project.name}, by issue`}
            className={number}
          >
            {count(eventsTotal)}
          </Link>
        )}
      </td>
      <td className="hidden px-3 text-right md:table-cell">{count(users)}</td>
      <td className="hidden px-3 text-right md:table-cell">
        {unresolvedSinceMs === null ? (
          '0'
        ) : (
          <Link
            href={issuesHref({ ...of, range: rangeSince(unresolvedSinceMs, nowMs, context.range) })}
            aria-label={`${plural(unresolved, 'unresolved issue')} of ${project.name}`}
            className={number}
          >
            {count(unresolved)}
          </Link>
        )}
      </td>
      <td className="hidden truncate px-3 font-mono text-12 lg:table-cell" title={newestRelease ?? undefined}>
        {newestRelease ?? <span className="font-sans text-muted">None</span>}
      </td>
      <td className="hidden px-3 text-12 lg:table-cell">
        <SetUp card={card} />
      </td>
    </tr>
  );
}

function SetUp({ card: { setUp } }: { card: ProjectCard }) {
  const steps = setUp.filter(({ state }) => state !== 'unneeded');
  const next = steps.find(({ state }) => state === 'open');
  if (!next) return <span className="text-muted">Done</span>;
  if (next.name === 'first-event') return <Badge tone="warning">No events yet</Badge>;
  return (
    <span className="block truncate text-muted">
      {steps.filter(({ state }) => state === 'done').length} of {steps.length}
      <span className="block truncate">Next: {stepTexts[next.name].todo}</span>
    </span>
  );
}
