import { limits } from '@seismo/protocol';
import { fileHref } from '#features/exports/file-href.ts';
import type { EventHeadView } from '@seismo/server';
import { connection } from 'next/server';
import { Facets } from '#explorer/facets.tsx';
import { Pager } from '#explorer/pager.tsx';
import { RowGrid } from '#explorer/row-grid.tsx';
import { cache, type CSSProperties } from 'react';
import clsx from 'clsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { Severity } from '#ui/severity.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { eventPath, issueHref } from '#features/issue/event/event-params.ts';
import { readIssue } from '#features/issue/read.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { environmentOptions } from '#features/environments/options.ts';
import { ExportLink } from '#features/exports/export-link.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery, me, organizationId } from '#server/viewer.ts';
import { readSavedSearches } from '#features/search/read-saved.ts';
import { SavedSearchButton } from '#features/search/saved-search-button.tsx';
import { termOf } from '#features/search/term.ts';
import { withTerm } from '#features/search/terms-of.ts';
import { ColumnsButton } from '#explorer/columns-button.tsx';
import { columnName, columns, readColumns, valueIn } from './columns.ts';
import { EventsForm } from './events-form.tsx';
import { eventsHref, readEventsUrlState } from './search-params.ts';
import { RemovedContent } from './removed-content.tsx';

interface PageProps {
  params: Promise<{ shortId: string }>;
  search: Promise<RawParams>;
}

/** Read once per request, for the list and its search field. */
const readEventList = cache(async (params: PageProps['params'], search: PageProps['search']) => {
  const [{ shortId }, urlState] = [await params, readEventsUrlState(await search)];
  return {
    shortId,
    urlState,
    page: await runQuery((viewer) => runtime().query.eventsOfIssue(viewer, shortId, urlState)),
  };
});

/** The issue of the events, with a link back. */
export async function EventsHead({ params }: Pick<PageProps, 'params'>) {
  const { issue } = await readIssue((await params).shortId);
  const title = issue.type || issue.value || 'Event without a message';
  return (
    <>
      <title>{`Events · ${issue.shortId} · Seismo`}</title>
      <Crumbs
        crumbs={[
          { name: 'Issues', href: '/issues' },
          { name: issue.shortId, href: `/issues/${encodeURIComponent(issue.shortId)}` },
          { name: title },
        ]}
      />
    </>
  );
}

export async function EventsSearch({ params, search }: PageProps) {
  const { issue, project } = await readIssue((await params).shortId);
  const urlState = readEventsUrlState(await search);
  const { query, range, environments } = urlState;
  const current = { list: 'events', query: query.trim() } as const;
  const hrefWith = (text: string) => eventsHref(issue.shortId, { ...urlState, query: text, cursor: null });
  const [known, saved] = await Promise.all([
    runQuery((viewer) => runtime().query.environments(viewer, [project.slug])),
    readSavedSearches(current, (one) => hrefWith(one.query)),
  ]);
  const visible = readColumns((await me()).preferences.eventColumns);
  const saveOrDelete = <SavedSearchButton search={current} summary={current.query} saved={saved.current} />;
  return (
    <>
      {saved.tabs.length === 0 ? null : (
        <Tabs
          label="Saved searches"
          tabs={[{ name: 'All events', href: hrefWith(''), isCurrent: current.query === '' }, ...saved.tabs]}
        >
          {saved.current ? saveOrDelete : null}
        </Tabs>
      )}
      <div className={clsx('flex items-start max-md:flex-wrap', saved.tabs.length > 0 && 'mt-2')}>
        <div className="min-w-0 flex-1 max-md:basis-full">
          <EventsForm
            key={JSON.stringify([query, range, environments])}
            organizationId={issue.organizationId}
            shortId={issue.shortId}
            project={project.slug}
            query={query}
            problem={readEventList(params, search).then(
              ({ page }) => page.problem,
              // The list shows its own error.
              () => null,
            )}
            range={range}
            options={[
              {
                name: 'environment',
                label: 'Environment',
                value: environments[0] ?? '',
                options: environmentOptions(known, environments[0]),
              },
            ]}
          />
        </div>
        <div className="ml-auto flex items-center *:ml-1 max-md:*:mt-1 md:h-8 md:pointer-coarse:h-11">
          {current.query === '' || saved.current ? null : saveOrDelete}
          <ColumnsButton
            preference="eventColumns"
            columns={columns}
            visible={visible}
            onPhones="On phones, the values are below the title."
            tagsOf={{
              organizationId: issue.organizationId,
              shortId: issue.shortId,
              countMax: limits.EVENT_COLUMN_COUNT_MAX,
            }}
          />
        </div>
      </div>
    </>
  );
}

/** Values to narrow the list by. */
export async function EventFacets({ params, search }: PageProps) {
  const { shortId } = await params;
  const { issue, project } = await readIssue(shortId);
  const raw = await search;
  return (
    <Facets
      organizationId={issue.organizationId}
      list={{ of: 'events', shortId, params: raw }}
      query={readEventsUrlState(raw).query}
      listedAtMs={Date.now()}
      keys={[['level', 'Level']]}
      projects={[project.slug]}
      noun="event"
    />
  );
}

export async function EventsTable({ params, search }: PageProps) {
  await connection();
  const { shortId, urlState, page } = await readEventList(params, search);
  const visible = readColumns((await me()).preferences.eventColumns);
  const nowMs = Date.now();
  if (page.problem) {
    return (
      <Empty title="Invalid search">
        <p>Fix the underlined part of the search.</p>
      </Empty>
    );
  }
  if (page.events.length === 0) {
    const [{ issue, project }, content] = await Promise.all([
      readIssue(shortId),
      runQuery((viewer) => runtime().query.contentOfIssue(viewer, shortId)),
    ]);
    if (content.stored === 0 && content.events > 0)
      return <RemovedContent shortId={issue.shortId} project={project.slug} isOne={false} />;
    return (
      <Empty title="No matching events">
        <p>No event of this issue matches the search and time range.</p>
        <Link href={eventsHref(shortId, {})} className={buttonClass()}>
          Show all events
        </Link>
      </Empty>
    );
  }
  return (
    <>
      <RowGrid>
        <div className="md:overflow-x-auto">
          <table
            role="grid"
            className="event-table text-13"
            style={{ '--columns': visible.map(() => 'minmax(5.5rem, 9rem)').join(' ') } as CSSProperties}
          >
            <caption className="sr-only">Events, newest first</caption>
            <TableHead
              hiddenOnPhones
              columns={[
                { name: 'Event', className: 'px-2' },
                ...visible.map((id) => ({
                  name: <span title={columnName(id)}>{columnName(id)}</span>,
                  className: 'truncate px-2',
                })),
                { name: 'Time', className: 'px-2' },
              ]}
            />
            <tbody>
              {page.events.map((event) => (
                <Row
                  key={event.eventId}
                  event={event}
                  href={issueHref(eventPath(shortId, event.eventId), {
                    query: urlState.query,
                    environments: urlState.environments,
                    range: urlState.range,
                  })}
                  visible={visible}
                  hrefWith={(term) =>
                    eventsHref(shortId, { ...urlState, query: withTerm(urlState.query, term), cursor: null })
                  }
                  nowMs={nowMs}
                />
              ))}
            </tbody>
          </table>
        </div>
      </RowGrid>
      <Pager
        first={
          urlState.cursor ? { name: 'Newest events', href: eventsHref(shortId, { ...urlState, cursor: null }) } : null
        }
        next={
          page.next
            ? { name: `Next ${urlState.count}`, href: eventsHref(shortId, { ...urlState, cursor: page.next }) }
            : null
        }
      >
        <ExportLink
          href={fileHref(
            eventsHref(shortId, { ...urlState, cursor: null }).replace(
              /^\/issues\/([^/]+)\/events/,
              '/exports/events/$1',
            ),
            await organizationId(),
          )}
          format="NDJSON"
          of="events"
        />
      </Pager>
    </>
  );
}

interface RowProps {
  event: EventHeadView;
  href: `/issues/${string}`;
  /** The selected columns. */
  visible: string[];
  /** The list of those events that this term finds, too. */
  hrefWith: (term: string) => ReturnType<typeof eventsHref>;
  nowMs: number;
}

/** Values are links that narrow the list by them. On phones they move under the title. */
function Row({ event, href, visible, hrefWith, nowMs }: RowProps) {
  const { eventId, level, title, culprit, atMs } = event;
  const values = visible.map((id) => ({ id, found: valueIn(event, id) }));
  return (
    <tr data-row className="relative border-b border-line align-top focus-within:bg-accent-wash hover:bg-hover">
      <th
        scope="row"
        aria-label={`${title} ${eventId.slice(0, 8)}`}
        className="px-2 py-2 text-left font-normal compact:py-1.5"
      >
        <div className="flex min-w-0 gap-2.5">
          <span className="pt-0.5">
            <Severity level={level} compact />
          </span>
          <div className="min-w-0 flex-1">
            <Link href={href} data-row-link suppressHydrationWarning className="block truncate fills-row">
              <span className="mr-1 font-mono text-12 text-muted">{eventId.slice(0, 8)}</span> {title}
            </Link>
            {culprit ? (
              <span className="block truncate font-mono text-12 text-muted compact:hidden">{culprit}</span>
            ) : null}
            <div className="mt-0.5 flex flex-wrap gap-x-3 text-12 text-muted md:hidden">
              {values.map(({ id, found }) =>
                found ? (
                  <span key={id} title={columnName(id)} className={clsx('max-w-40 truncate', fonts[id])}>
                    {found.value}
                  </span>
                ) : null,
              )}
              <span className="ml-auto">
                <Time atMs={atMs} nowMs={nowMs} ago />
              </span>
            </div>
          </div>
        </div>
      </th>
      {values.map(({ id, found }) => (
        <td key={id} className={clsx('hidden truncate px-2 py-2 leading-5 md:block compact:py-1.5', fonts[id])}>
          {found ? (
            <Link
              href={hrefWith(termOf(found.key, found.value))}
              title={found.value}
              tabIndex={-1}
              className="relative rounded-sm hover:underline"
            >
              {found.value}
            </Link>
          ) : null}
        </td>
      ))}
      <td className="hidden px-2 py-2 md:block compact:py-1.5">
        <ExactTime atMs={atMs} />
        <span className="block text-12 text-muted compact:hidden">
          <Time atMs={atMs} nowMs={nowMs} ago />
        </span>
      </td>
    </tr>
  );
}

const fonts: Record<string, string> = { release: 'font-mono text-12' };
