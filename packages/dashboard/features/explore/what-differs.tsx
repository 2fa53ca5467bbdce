import type { DifferingValue, SpanDifference, SpanDifferences, SpanSelection } from '@seismo/server';
import clsx from 'clsx';
import { traceHref } from '#features/traces/search-params.ts';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { buttonClass } from '#ui/button.tsx';
import { count, percent, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { Empty } from '#ui/states/empty.tsx';
import type { ExploreState } from './search-params.ts';
import { heatMapHref, type HeatMapState } from './selection.ts';
import { valueRangeText, valueText } from './value-text.ts';

type Unit = SpanDifference['unit'];

interface Props {
  explored: ExploreState;
  heatMap: HeatMapState & { selection: SpanSelection };
  unit: Unit;
}

const VALUE_COUNT = 4;

/** Fields whose values differ significantly between the selection and the rest of the search. */
export async function WhatDiffers({ explored, heatMap, unit }: Props) {
  const { projects, environments, range, query } = explored;
  const found = await runQuery((viewer) =>
    runtime().query.spanDifferences(viewer, { projects, environments, range, query, ...heatMap }),
  );
  return (
    <div className="mt-5">
      <Section
        title="What differs"
        note={<Selected selection={heatMap.selection} unit={unit} />}
        actions={
          <Link href={heatMapHref(explored, { ...heatMap, selection: null })} className={buttonClass('plain', true)}>
            Clear selection
          </Link>
        }
      >
        {found.problem ? (
          <Empty title="Nothing was compared">
            <p>{found.problem.message}</p>
          </Empty>
        ) : (
          <Compared found={found} explored={explored} heatMap={heatMap} />
        )}
      </Section>
    </div>
  );
}

function Selected({ selection, unit }: { selection: SpanSelection; unit: Unit }) {
  if ('query' in selection) return <code>{selection.query}</code>;
  return (
    <>
      <ExactTime atMs={selection.fromMs} /> to <ExactTime atMs={selection.toMs} />, {valueRangeText(selection, unit)}
    </>
  );
}

interface ComparedProps {
  found: SpanDifferences;
  explored: ExploreState;
  heatMap: HeatMapState;
}

function Compared({ found, explored, heatMap }: ComparedProps) {
  const { selected, rest, tooFew, differences, compared } = found;
  if (tooFew.length > 0) {
    const side = tooFew[0] === 'selected' ? 'the selection' : 'the rest';
    return (
      <Empty title="Too few spans to compare">
        <p>
          {`${plural(selected.spans, 'span')} in the selection, ${plural(rest.spans, 'other')}. Spans of at least five traces are needed in ${side}.`}
        </p>
      </Empty>
    );
  }
  return (
    <>
      <p className="mb-3 max-w-[72ch] text-13 text-muted">
        <Key />
        {`${plural(selected.spans, 'span')} in the selection, ${plural(rest.spans, 'other')}. `}
        {read(found)}
        {`Significant differences in ${count(differences.length + found.hidden)} of ${plural(compared, 'field')}.`}
        {isSampled(selected) || isSampled(rest)
          ? ' In the shares, a sampled span counts as often as it stands for others.'
          : ''}
        {found.hidden > 0 ? ` The first ${differences.length} are listed.` : ''}
        {found.identifiers.length > 0
          ? ` Not compared, because nearly every span has another value: ${found.identifiers.join(', ')}.`
          : ''}
        {found.unread > 0 ? ` Not read: ${plural(found.unread, 'further attribute')}.` : ''}
      </p>
      {differences.length === 0 ? (
        <Empty title="Nothing differs significantly">
          <p>Select more spans, or others.</p>
        </Empty>
      ) : (
        <ol className="grid gap-5 lg:grid-cols-2" aria-label="Fields that differ">
          {differences.map((difference) => (
            <li key={difference.field} className="min-w-0">
              <Field difference={difference} explored={explored} heatMap={heatMap} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** The sample, if not all spans were read. */
function read({ selected, rest }: SpanDifferences): string {
  const sides = [
    ...(selected.read < selected.spans ? [`${count(selected.read)} of the selection`] : []),
    ...(rest.read < rest.spans ? [`${count(rest.read)} of the others`] : []),
  ];
  return sides.length === 0 ? '' : `Of these, a random sample was compared: ${sides.join(', ')}. `;
}

const isSampled = ({ read, estimate }: SpanDifferences['selected']) => Math.round(estimate) !== read;

function Key() {
  return (
    <span className="mr-3 inline-flex items-center gap-1.5 align-baseline">
      <span aria-hidden className="h-2.5 w-2.5 bg-accent" /> Selection
      <span aria-hidden className="ml-2 h-2.5 w-2.5 bg-(--bar)" /> Rest
    </span>
  );
}

interface FieldProps extends Omit<ComparedProps, 'found'> {
  difference: SpanDifference;
}

function Field({ difference, explored, heatMap }: FieldProps) {
  const { field, unit, pValue, values } = difference;
  const rows = (some: DifferingValue[]) => (
    <ul className="flex flex-col gap-2">
      {some.map((value) => (
        <Value
          key={textOf(value, unit)}
          field={field}
          value={value}
          unit={unit}
          explored={explored}
          heatMap={heatMap}
        />
      ))}
    </ul>
  );
  return (
    <article aria-label={field}>
      <h3 className="mb-1.5 flex flex-wrap items-baseline gap-x-2 text-13">
        <code className="[overflow-wrap:anywhere]">{field}</code>
        <span className="text-12 font-normal text-muted">
          {pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(3)}`}
        </span>
      </h3>
      {rows(values.slice(0, VALUE_COUNT))}
      {values.length > VALUE_COUNT ? (
        <details className="mt-2">
          <summary className="text-12 text-accent">{plural(values.length - VALUE_COUNT, 'more value')}</summary>
          <div className="mt-2">{rows(values.slice(VALUE_COUNT))}</div>
        </details>
      ) : null}
    </article>
  );
}

interface ValueProps extends Omit<ComparedProps, 'found'> {
  field: string;
  value: DifferingValue;
  unit: Unit;
}

function Value({ field, value, unit, explored, heatMap }: ValueProps) {
  const { selected, rest, only, without, example } = value;
  const text = textOf(value, unit);
  const searching = (term: string) =>
    heatMapHref(
      { ...explored, query: explored.query === '' ? term : `${inParentheses(explored.query)} ${term}` },
      heatMap,
    );
  const action = 'inline-flex items-center text-12 text-accent underline underline-offset-2 pointer-coarse:min-h-11';
  return (
    <li>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span
          className={clsx('min-w-0 flex-1 truncate text-13', value.value.of !== 'text' && 'text-muted')}
          title={text}
        >
          {text}
        </span>
        <span className="flex gap-x-3">
          {only ? (
            <Link href={searching(only)} aria-label={`Only ${field} ${text}`} className={action}>
              Only
            </Link>
          ) : null}
          {without ? (
            <Link href={searching(without)} aria-label={`Without ${field} ${text}`} className={action}>
              Without
            </Link>
          ) : null}
          {example ? (
            <Link
              href={traceHref(example.traceId, example.spanId)}
              aria-label={`Example of ${field} ${text}`}
              className={action}
            >
              Example
            </Link>
          ) : null}
        </span>
      </div>
      <Bar side={selected} color="bg-accent" of="of the selection" />
      <Bar side={rest} color="bg-(--bar)" of="of the rest" />
    </li>
  );
}

function Bar({ side, color, of }: { side: DifferingValue['selected']; color: string; of: string }) {
  return (
    <div className="flex items-center gap-2 text-12 text-muted">
      <span aria-hidden className="h-2 min-w-0 flex-1 bg-sunken">
        <span className={clsx('block h-full', color)} style={{ width: `${100 * side.share}%` }} />
      </span>
      <span className="w-36 shrink-0 text-right">
        {percent(side.share, 1)}
        <span className="sr-only"> {of}</span>, {plural(side.spans, 'span')}
      </span>
    </div>
  );
}

function textOf({ value }: DifferingValue, unit: Unit): string {
  switch (value.of) {
    case 'text':
      return value.text === '' ? 'empty text' : value.isTrimmed ? `${value.text}…` : value.text;
    case 'numbers':
      return value.least === value.most
        ? valueText(value.least, unit)
        : `${valueText(value.least, unit)} to ${valueText(value.most, unit)}`;
    case 'other':
      return plural(value.count, 'other value');
    case 'none':
      return 'not set';
  }
}

/** A search with `OR` would otherwise bind the new term to its last part. */
const inParentheses = (query: string) => (/\bOR\b/.test(query) ? `(${query})` : query);
