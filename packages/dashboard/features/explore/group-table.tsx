import { limits } from '@seismo/protocol';
import type { EventTable, Sampling, TableValue } from '@seismo/server';
import clsx from 'clsx';
import { Ban, ListFilter } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Pager } from '#explorer/pager.tsx';
import { RowGrid } from '#explorer/row-grid.tsx';
import { ExportList } from '#features/exports/export-link.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { organizationId } from '#server/viewer.ts';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { exportHref } from './export-href.ts';
import { groupName, seriesColor, valueName } from './group-names.ts';
import { exploreHref, sortIn, type ExploreState } from './search-params.ts';
import { fieldTerms, queryWith, queryWithout } from './terms.ts';
import { isEstimated, textOf } from './values.ts';

interface Props {
  state: ExploreState;
  table: EventTable;
}

/** Groups with their measures. A row leads to what is in its group; its buttons filter by the group, or exclude it. */
export async function GroupTable({ state, table }: Props) {
  const { groups, measures, query, dataset } = state;
  const { sampling } = table;
  const sort = sortIn(state);
  const at = (name: string) => table.fields.findIndex((field) => field.name === name);
  const measureFields = measures.map((name) => table.fields[at(name)]!);
  const all = dataset === 'spans' ? 'All spans' : 'All errors';
  // In the charts, the first groups have colors.
  const coloredCount = state.cursor === null && groups.length > 0 ? limits.EXPLORE_SERIES_COUNT_MAX : 0;
  return (
    <>
      {sampling ? (
        <p className="mb-2 text-13 text-muted">
          ≈ is estimated: traces were sampled, and {plural(sampling.spans, 'stored span')} of these groups{' '}
          {sampling.spans === 1 ? 'stands' : 'stand'} for about {count(Math.round(sampling.estimated))}.
        </p>
      ) : null}
      <RowGrid>
        <div className="relative md:overflow-x-auto">
          <table
            role="grid"
            className="event-table text-13"
            style={
              {
                '--columns': [
                  ...groups.slice(1).map(() => 'minmax(7rem, 1fr)'),
                  ...measures.map(() => 'minmax(6rem, 9rem)'),
                  ...(sampling ? ['minmax(5rem, 7rem)'] : []),
                ].join(' '),
                '--last-column': '5.5rem',
              } as CSSProperties
            }
          >
            <caption className="sr-only">Groups, sorted by {sort}</caption>
            <TableHead
              hiddenOnPhones
              columns={[
                ...(groups.length === 0
                  ? [{ name: <span className="sr-only">Group</span>, className: 'px-2' }]
                  : groups.map((name) => ({ name: <span title={name}>{name}</span>, className: 'truncate px-2' }))),
                ...measures.map((name) => ({
                  name: <span title={name}>{name}</span>,
                  number: true,
                  className: 'truncate px-2',
                  sortHref: exploreHref({ ...state, sort: sort === `-${name}` ? name : `-${name}`, cursor: null }),
                  isSorted: [name, `-${name}`].includes(sort),
                  isAscending: sort === name,
                })),
                ...(sampling ? [{ name: storedSpans, number: true, className: 'truncate px-2' }] : []),
                { name: <span className="sr-only">Actions</span>, className: 'px-2' },
              ]}
            />
            <tbody>
              {table.rows.map((row, index) => {
                const values = groups.map((name) => row[at(name)]!);
                const terms = groups.flatMap((name, nth) => fieldTerms(name, values[nth]!));
                const hrefOf = (text: string, view: ExploreState['view']) =>
                  exploreHref({
                    ...state,
                    query: text,
                    view,
                    sort: view === 'samples' ? null : state.sort,
                    cursor: null,
                  });
                return (
                  <Row
                    key={index}
                    color={index < coloredCount ? seriesColor(index) : null}
                    name={groups.length === 0 ? all : groupName(values)}
                    values={groups.length === 0 ? [all] : values}
                    measures={[
                      ...measureFields.map((field) => {
                        const value = row[at(field.name)]!;
                        const text = textOf(value, field);
                        const isMarked = text !== null && isEstimated(field.name) && isSampled(sampling?.rows[index]);
                        return {
                          name: field.name,
                          isTime: field.type === 'date',
                          value,
                          text: isMarked ? `≈${text}` : text,
                        };
                      }),
                      ...(sampling ? [storedMeasure(sampling.rows[index]!)] : []),
                    ]}
                    open={hrefOf(queryWith(query, terms), 'samples')}
                    only={groups.length === 0 ? null : hrefOf(queryWith(query, terms), 'groups')}
                    exclude={groups.length === 0 ? null : hrefOf(queryWithout(query, terms), 'groups')}
                  />
                );
              })}
            </tbody>
          </table>
        </div>
      </RowGrid>
      <Pager
        first={state.cursor ? { name: 'First groups', href: exploreHref({ ...state, cursor: null }) } : null}
        next={table.next ? { name: 'Next groups', href: exploreHref({ ...state, cursor: table.next }) } : null}
      >
        <ExportList organizationId={await organizationId()} href={exportHref(state)} of="groups" />
      </Pager>
    </>
  );
}

const storedSpans = 'Stored spans';

const storedMeasure = ({ spans }: Sampling): RowProps['measures'][number] => ({
  name: storedSpans,
  isTime: false,
  value: spans,
  text: count(spans),
});

const isSampled = (sampling: Sampling | undefined): boolean =>
  sampling !== undefined && sampling.spans < Math.round(sampling.estimated);

interface RowProps {
  color: string | null;
  name: string;
  values: TableValue[];
  measures: { name: string; isTime: boolean; value: TableValue; text: string | null }[];
  open: ReturnType<typeof exploreHref>;
  only: ReturnType<typeof exploreHref> | null;
  exclude: ReturnType<typeof exploreHref> | null;
}

/** On phones, the measures are below the names. */
function Row({ color, name, values, measures, open, only, exclude }: RowProps) {
  const measureOf = ({ isTime, value, text }: RowProps['measures'][number]) =>
    isTime && value !== null ? <ExactTime atMs={Date.parse(String(value))} /> : (text ?? '–');
  const [first, ...rest] = values;
  return (
    <tr data-row className="relative border-b border-line align-top focus-within:bg-accent-wash hover:bg-hover">
      <th scope="row" aria-label={name} className="min-w-0 px-2 py-2 text-left font-normal compact:py-1.5">
        <div className="flex min-w-0 items-center gap-2">
          {color === null ? null : (
            <span aria-hidden className="size-2.5 shrink-0 rounded-[2px]" style={{ background: color }} />
          )}
          <Link
            href={open}
            data-row-link
            aria-label={name}
            suppressHydrationWarning
            className={clsx('min-w-0 truncate fills-row', first === null ? 'text-muted' : 'font-medium')}
          >
            <span className="md:hidden">{name}</span>
            <span className="max-md:hidden">{valueName(first!)}</span>
          </Link>
        </div>
        <dl className="mt-0.5 flex flex-wrap gap-x-3 text-12 text-muted md:hidden">
          {measures.map((measure) => (
            <div key={measure.name} className="flex gap-1">
              <dt>{measure.name}</dt>
              <dd className="text-ink">{measureOf(measure)}</dd>
            </div>
          ))}
        </dl>
      </th>
      {rest.map((value, index) => (
        <td
          key={index}
          className={clsx(
            'hidden truncate px-2 py-2 leading-5 md:block compact:py-1.5',
            value === null && 'text-muted',
          )}
          title={valueName(value)}
        >
          {valueName(value)}
        </td>
      ))}
      {measures.map((measure) => (
        <td
          key={measure.name}
          className="hidden truncate px-2 py-2 text-right leading-5 tabular-nums md:block compact:py-1.5"
        >
          {measureOf(measure)}
        </td>
      ))}
      <td className="hidden px-2 py-1.5 md:block compact:py-1">
        <span className="relative flex justify-end gap-1">
          {only === null ? null : (
            <Action href={only} name={`Only ${name}`} title="Only this group">
              <ListFilter size={13} aria-hidden />
            </Action>
          )}
          {exclude === null ? null : (
            <Action href={exclude} name={`Exclude ${name}`} title="Exclude this group">
              <Ban size={13} aria-hidden />
            </Action>
          )}
        </span>
      </td>
    </tr>
  );
}

interface ActionProps {
  href: ReturnType<typeof exploreHref>;
  name: string;
  title: string;
  children: ReactNode;
}

const Action = ({ href, name, title, children }: ActionProps) => (
  <Link
    href={href}
    scroll={false}
    tabIndex={-1}
    aria-label={name}
    title={title}
    className="flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
  >
    {children}
  </Link>
);
