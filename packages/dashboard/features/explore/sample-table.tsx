import type { Level } from '@seismo/protocol';
import type { EventTable, TableValue } from '@seismo/server';
import clsx from 'clsx';
import type { CSSProperties } from 'react';
import { Pager } from '#explorer/pager.tsx';
import { RowGrid } from '#explorer/row-grid.tsx';
import { ExportList } from '#features/exports/export-link.tsx';
import { eventPath } from '#features/issue/event/event-params.ts';
import { Failed } from '#features/traces/failed.tsx';
import { traceHref } from '#features/traces/search-params.ts';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { organizationId } from '#server/viewer.ts';
import { Link } from '#ui/link.tsx';
import { Severity } from '#ui/severity.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { exportHref } from './export-href.ts';
import { exploreHref, sortIn, type ExploreState } from './search-params.ts';
import { fieldTerms, queryWith } from './terms.ts';
import { isNumber, textOf } from './values.ts';

interface Props {
  state: ExploreState;
  table: EventTable;
}

/** Spans or errors, each with a link to it in its trace or issue, and the selected columns. */
export async function SampleTable({ state, table }: Props) {
  const { dataset, columns } = state;
  const nowMs = Date.now();
  const isSpans = dataset === 'spans';
  const sort = sortIn(state);
  const sortedBy = (by: string) => exploreHref({ ...state, sort: by === '-timestamp' ? null : by, cursor: null });
  const at = (name: string) => table.fields.findIndex((field) => field.name === name);
  const shown = columns.map((name) => ({ name, index: at(name), field: table.fields[at(name)]! }));
  const noun = isSpans ? 'spans' : 'errors';
  return (
    <>
      <RowGrid>
        <div className="relative md:overflow-x-auto">
          <table
            role="grid"
            className="event-table text-13"
            style={
              {
                '--columns': [...shown.map(() => 'minmax(5.5rem, 10rem)'), ...(isSpans ? ['6rem'] : [])].join(' '),
              } as CSSProperties
            }
          >
            <caption className="sr-only">
              {isSpans ? 'Spans' : 'Errors'}, {sort === '-span.duration' ? 'longest' : 'newest'} first
            </caption>
            <TableHead
              hiddenOnPhones
              columns={[
                { name: isSpans ? 'Name' : 'Error', className: 'px-2' },
                ...shown.map(({ name, field }) => ({
                  name: <span title={name}>{name}</span>,
                  number: isNumber(field.type),
                  className: 'truncate px-2',
                })),
                ...(isSpans
                  ? [
                      {
                        name: 'Duration',
                        number: true,
                        className: 'px-2',
                        sortHref: sortedBy('-span.duration'),
                        isSorted: sort === '-span.duration',
                      },
                    ]
                  : []),
                {
                  name: isSpans ? 'Started' : 'Time',
                  className: 'px-2',
                  ...(isSpans && { sortHref: sortedBy('-timestamp'), isSorted: sort === '-timestamp' }),
                },
              ]}
            />
            <tbody>
              {table.rows.map((row, index) => (
                <Row
                  // A span that was received twice is there twice.
                  key={index}
                  sample={sampleOf(dataset, (name) => row[at(name)] ?? null)}
                  values={shown.map(({ name, index: column, field }) => ({
                    name,
                    value: row[column]!,
                    text: textOf(row[column]!, field),
                    number: isNumber(field.type),
                  }))}
                  hrefWith={(terms) => exploreHref({ ...state, query: queryWith(state.query, terms), cursor: null })}
                  nowMs={nowMs}
                />
              ))}
            </tbody>
          </table>
        </div>
      </RowGrid>
      <Pager
        first={state.cursor ? { name: `First ${noun}`, href: exploreHref({ ...state, cursor: null }) } : null}
        next={table.next ? { name: `Next ${noun}`, href: exploreHref({ ...state, cursor: table.next }) } : null}
      >
        <ExportList organizationId={await organizationId()} href={exportHref(state)} of={noun} />
      </Pager>
    </>
  );
}

interface Sample {
  name: string;
  /** `null`: its issue was deleted meanwhile. */
  href: ReturnType<typeof traceHref> | `/issues/${string}` | null;
  mark: 'failed' | { level: Level } | null;
  duration: string | null;
  atMs: number;
}

function sampleOf(dataset: ExploreState['dataset'], valueOf: (name: string) => TableValue): Sample {
  const atMs = Date.parse(String(valueOf('timestamp')));
  const id = String(valueOf('id'));
  if (dataset === 'spans') {
    return {
      name: String(valueOf('name') ?? valueOf('span.op') ?? id),
      href: traceHref(String(valueOf('trace')), id),
      mark: valueOf('span.status') === 'error' ? 'failed' : null,
      duration: textOf(valueOf('span.duration'), { type: 'duration', unit: 'millisecond' }),
      atMs,
    };
  }
  const issue = valueOf('issue');
  return {
    name: String(valueOf('title') ?? id),
    href: issue === null ? null : eventPath(String(issue), id),
    mark: { level: valueOf('level') as Level },
    duration: null,
    atMs,
  };
}

interface RowProps {
  sample: Sample;
  values: { name: string; value: TableValue; text: string | null; number: boolean }[];
  /** The same view of what these terms find, too. */
  hrefWith: (terms: string[]) => ReturnType<typeof exploreHref>;
  nowMs: number;
}

/** Values are links that narrow the search by them. On phones they move under the name. */
function Row({ sample: { name, href, mark, duration, atMs }, values, hrefWith, nowMs }: RowProps) {
  return (
    <tr data-row className="relative border-b border-line align-top focus-within:bg-accent-wash hover:bg-hover">
      <th scope="row" aria-label={name} className="min-w-0 px-2 py-2 text-left font-normal compact:py-1.5">
        <div className="flex min-w-0 items-center gap-1.5">
          {mark === 'failed' ? <Failed /> : mark === null ? null : <Severity level={mark.level} compact />}
          {href === null ? (
            <span className="truncate">{name}</span>
          ) : (
            <Link href={href} data-row-link suppressHydrationWarning className="min-w-0 truncate font-medium fills-row">
              {name}
            </Link>
          )}
        </div>
        <div className="mt-0.5 flex flex-wrap gap-x-3 text-12 text-muted md:hidden">
          {duration === null ? null : <span>{duration}</span>}
          {values.map(({ name: column, text }) =>
            text === null ? null : (
              <span key={column} title={column} className="max-w-40 truncate">
                {text}
              </span>
            ),
          )}
          <span className="ml-auto">
            <Time atMs={atMs} nowMs={nowMs} ago />
          </span>
        </div>
      </th>
      {values.map(({ name: column, value, text, number }) => (
        <td
          key={column}
          className={clsx(
            'hidden truncate px-2 py-2 leading-5 md:block compact:py-1.5',
            number && 'text-right tabular-nums',
          )}
        >
          {text === null ? null : (
            <Link
              href={hrefWith(fieldTerms(column, value))}
              title={text}
              tabIndex={-1}
              className="relative rounded-sm hover:underline"
            >
              {text}
            </Link>
          )}
        </td>
      ))}
      {duration === null ? null : (
        <td className="hidden px-2 py-2 text-right leading-5 tabular-nums md:block compact:py-1.5">{duration}</td>
      )}
      <td className="hidden px-2 py-2 leading-5 whitespace-nowrap md:block compact:py-1.5">
        <ExactTime atMs={atMs} />
      </td>
    </tr>
  );
}
