'use client';

import type { PreviewView } from '@seismo/server';
import type { ReactNode } from 'react';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { TableHead } from '#ui/table-head.tsx';

/** The effect of the settings on the latest events and spans. */
export function Preview({ seen }: { seen: PreviewView }) {
  if (seen.refusal !== null) {
    const isMarked = seen.problems.fingerprintRules.length + seen.problems.stackRules.length > 0;
    if (isMarked) return <p className="text-13 text-muted">Fix the underlined part above to see a preview.</p>;
    return <p className="rounded-md bg-warning-wash px-3 py-2 text-13 text-warning">Cannot preview: {seen.refusal}</p>;
  }
  const isQuiet = seen.filtered.length + seen.moved.length + seen.scrubbed.length === 0;
  const { spans } = seen;
  return (
    <section aria-label="Preview" className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <p className="text-13">
        {seen.examined === 0
          ? 'This project has no events to preview with.'
          : `Tested on the latest ${plural(seen.examined, 'event')}${seen.complete ? '' : ' (stopped early)'}. No events were changed.`}
      </p>
      {seen.examined > 0 && isQuiet ? <p className="text-13 text-muted">No event would change.</p> : null}
      {seen.filtered.length > 0 ? <Filtered rows={seen.filtered} /> : null}
      {seen.moved.length > 0 ? <Moved rows={seen.moved} /> : null}
      {seen.scrubbed.length > 0 ? <Scrubbed rows={seen.scrubbed} /> : null}
      {spans.examined === 0 ? null : (
        <p className="text-13">
          {`Tested on the latest ${plural(spans.examined, 'span')} of the last 24 hours. `}
          {spans.filtered.length + spans.scrubbed.length === 0 ? 'No span would change.' : 'No spans were changed.'}
        </p>
      )}
      {spans.filtered.length > 0 ? (
        <Filtered
          noun="Spans"
          rows={spans.filtered.map(({ spans: count, names, ...row }) => ({ ...row, events: count, titles: names }))}
        />
      ) : null}
      {spans.scrubbed.length > 0 ? (
        <Scrubbed noun="Spans" rows={spans.scrubbed.map(({ spans: count, ...row }) => ({ ...row, events: count }))} />
      ) : null}
    </section>
  );
}

interface Props {
  label: string;
  heads: string[];
  stacks?: boolean;
  children: ReactNode;
}

/** `stacks`: on a phone the last cell is below the others. */
function Table({ label, heads, stacks = false, children }: Props) {
  return (
    <div className="overflow-x-auto" role="group" aria-label={label} tabIndex={0}>
      <table className={`w-full text-13 sm:min-w-[480px] ${stacks ? stackedClass : ''}`}>
        <caption className="sr-only">{label}</caption>
        <TableHead columns={heads.map((name) => ({ name, className: 'pr-4 whitespace-nowrap last:pr-0' }))} />
        <tbody className="[&_td]:border-b [&_td]:border-line [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top [&_td]:[overflow-wrap:anywhere] [&_tr:last-child_td]:border-b-0">
          {children}
        </tbody>
      </table>
    </div>
  );
}

const stackedClass =
  'max-sm:[&_tr]:grid max-sm:[&_tr]:grid-cols-[minmax(0,1fr)_60px_96px] max-sm:[&_th:last-child]:sr-only max-sm:[&_td:last-child]:col-span-full max-sm:[&_td:last-child]:pt-0 max-sm:[&_td:not(:last-child)]:border-b-0';

interface RowsProps<Name extends 'filtered' | 'scrubbed'> {
  rows: PreviewView[Name];
  noun?: 'Events' | 'Spans';
}

function Filtered({ rows, noun = 'Events' }: RowsProps<'filtered'>) {
  return (
    <Table label={`${noun} that would be filtered`} heads={['Filter', noun, 'Examples']}>
      {rows.map(({ reason, explanation, events, titles }) => (
        <tr key={reason}>
          <td title={explanation}>
            <code className="text-12">{reason}</code>
          </td>
          <td className="tabular-nums">{count(events)}</td>
          <td>
            {titles.map((title) => (
              <span key={title} className="block">
                {title}
              </span>
            ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Moved({ rows }: { rows: PreviewView['moved'] }) {
  return (
    <Table
      stacks
      label="Events that would be grouped differently"
      heads={['New issue', 'Events', 'Current issue', 'Reason']}
    >
      {rows.map(({ title, events, from, to, summary, rules }, index) => (
        <tr key={index}>
          <td className="sm:min-w-36">
            <span className="font-medium">{title}</span>
            <span className="block text-12 text-muted">{to === null ? 'a new issue' : <Issue shortId={to} />}</span>
          </td>
          <td className="tabular-nums">{count(events)}</td>
          <td>
            {from.map((one) => (
              <span key={one.shortId} className="block sm:whitespace-nowrap">
                <Issue shortId={one.shortId} />{' '}
                <span className="text-12 text-muted">{plural(one.events, 'event')}</span>
              </span>
            ))}
          </td>
          <td className="text-12 text-muted">
            {summary}
            {rules.map((rule) => (
              <code key={rule} className="block text-ink">
                {rule}
              </code>
            ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Issue({ shortId }: { shortId: string }) {
  return (
    <Link href={`/issues/${shortId}`} className="font-mono text-12 text-accent hover:underline">
      {shortId}
    </Link>
  );
}

function Scrubbed({ rows, noun = 'Events' }: RowsProps<'scrubbed'>) {
  return (
    <Table
      label={noun === 'Events' ? 'Fields that would be scrubbed' : 'Fields of spans that would be scrubbed'}
      heads={['Field', noun, 'Before', 'After']}
    >
      {rows.map(({ path, events, before, after }) => (
        <tr key={path}>
          <td>
            <code className="text-12">{path}</code>
          </td>
          <td className="tabular-nums">{count(events)}</td>
          <td className="text-12 text-muted">{before}</td>
          <td className="text-12">{after || 'Removed'}</td>
        </tr>
      ))}
    </Table>
  );
}
