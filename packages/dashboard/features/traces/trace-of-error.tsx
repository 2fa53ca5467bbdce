'use client';

import type { ExcerptRow, TracedError, TraceExcerpt } from '@seismo/server';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { invalidateReads, read } from '#lib/read.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { count, percent, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { Axis } from './axis.tsx';
import { duration } from './duration.ts';
import { ErrorMark } from './error-mark.tsx';
import { Failed } from './failed.tsx';
import { traceHref } from './search-params.ts';
import { serviceColor, serviceName } from './services.ts';
import { SpanBar } from './span-bar.tsx';
import { percentOf, type Zoom } from './zoom.ts';

interface Props {
  organizationId: number;
  error: TracedError;
}

/** The part of the trace that explains an error. It loads after the event, and does not change while it is read. */
export function TraceOfError({ organizationId, error }: Props) {
  const [loaded, setLoaded] = useState<TraceExcerpt | 'failed' | undefined>();
  const [attempt, setAttempt] = useState(0);
  const { traceId, spanId, eventId, projectId, atMs } = error;
  useEffect(() => {
    const left = new AbortController();
    read('traceExcerpt', organizationId, { traceId, spanId, eventId, projectId, atMs }, left.signal)
      .then(setLoaded)
      .catch(() => left.signal.aborted || setLoaded('failed'));
    return () => left.abort();
  }, [organizationId, traceId, spanId, eventId, projectId, atMs, attempt]);
  const readAgain = () => {
    invalidateReads();
    setAttempt(attempt + 1);
  };
  if (loaded === undefined) return <LoadingBlock height={200} label="Loading the trace" />;
  if (loaded === 'failed') {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-13 text-error">
        The trace could not be loaded.
        <Button small onClick={readAgain}>
          Try again
        </Button>
      </p>
    );
  }
  const { rows, durationUs, errorOffsetUs } = loaded;
  const isLineVisible = rows.length > 0 && errorOffsetUs >= 0 && errorOffsetUs <= durationUs;
  const problem = problemOf(loaded, error);
  return (
    <>
      {problem ? (
        <div className={clsx('flex flex-wrap items-center gap-2 text-13 text-muted', rows.length > 0 && 'mb-3')}>
          <p className="max-w-[72ch]">
            {problem}
            {isLineVisible ? ' The line is the time of the error.' : null}
          </p>
          {loaded.isRecent && spanId !== null ? (
            <Button small onClick={readAgain}>
              Check again
            </Button>
          ) : null}
        </div>
      ) : null}
      {rows.length > 0 ? <Spans excerpt={loaded} error={error} /> : null}
    </>
  );
}

/** Why the span of the error is not visible; `null` if it is. */
function problemOf({ spanCount, hasSpan, isRecent, expiredDays, traceShare }: TraceExcerpt, { spanId }: TracedError) {
  if (hasSpan) return null;
  if (expiredDays !== null && spanCount === 0)
    return `Spans of this project are stored for ${plural(expiredDays, 'day')}. Those of this trace are older.`;
  if (isRecent && spanCount === 0)
    return 'No span of this trace has arrived yet. SDKs send spans when a request ends or a page is idle.';
  if (spanCount === 0 && traceShare !== null)
    return `No spans of this trace are stored. Its client did not sample it, or the error arrived after the trace was decided about: the project keeps ${percent(traceShare, 1)} of the traces without an error.`;
  if (spanCount === 0)
    return 'No spans of this trace are stored. Its client did not sample it, or they were deleted to save disk space.';
  if (spanId === null) return 'The event does not name the span in which the error happened.';
  if (isRecent) return 'The span in which the error happened has not arrived yet.';
  return 'The span in which the error happened is not stored: it was not sampled, or is in a project that you do not have access to.';
}

/** Beside the longest bar, for its duration. */
const ROOM = 1.15;

function Spans({ excerpt, error }: { excerpt: TraceExcerpt; error: TracedError }) {
  const { rows, services, spanCount, durationUs, errorOffsetUs, hasSpan } = excerpt;
  const zoom: Zoom = { fromUs: 0, toUs: Math.max(1, durationUs) * ROOM };
  const moreCount = spanCount - rows.reduce((sum, { alike }) => sum + alike, 0);
  return (
    <div className="[--trace-indent:6px] md:[--trace-indent:12px]">
      <ul aria-label="Services" className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
        {services.map((service, index) => (
          <li key={index} className="flex min-w-0 items-center gap-1.5">
            <span aria-hidden className="size-2.5 shrink-0 rounded-sm" style={{ background: serviceColor(index) }} />
            <span className="min-w-0 [overflow-wrap:anywhere]">{serviceName(service)}</span>
          </li>
        ))}
      </ul>
      <Axis zoom={zoom} />
      <ol aria-label="Spans around the error">
        {rows.map((row) => (
          <Row
            key={row.spanId}
            row={row}
            traceId={error.traceId}
            service={serviceName(services[row.service]!)}
            errorOffsetUs={errorOffsetUs}
            zoom={zoom}
          />
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-muted">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          {notesOf(excerpt).map((note) => (
            <p key={note} className="max-w-[96ch]">
              {note}
            </p>
          ))}
          {moreCount > 0 ? <p>{moreCount === 1 ? '1 more span' : `${count(moreCount)} more spans`}</p> : null}
        </div>
        <Link href={traceHref(error.traceId, hasSpan ? error.spanId : null)} className={buttonClass('plain', true)}>
          Open trace
        </Link>
      </div>
    </div>
  );
}

/** What the rows do not show. */
function notesOf({ rows, durationUs, errorOffsetUs }: TraceExcerpt): string[] {
  const notes = [];
  if (errorOffsetUs > durationUs)
    notes.push(`The error happened ${duration(errorOffsetUs - durationUs)} after these spans.`);
  if (errorOffsetUs < 0) notes.push(`The error happened ${duration(-errorOffsetUs)} before these spans.`);
  if (rows.some(({ isOrphan }) => isOrphan))
    notes.push(
      'A span above these is not here: not received yet, not sampled, or in a project that you do not have access to.',
    );
  return notes;
}

interface RowProps {
  row: ExcerptRow;
  traceId: string;
  service: string;
  errorOffsetUs: number;
  zoom: Zoom;
}

function Row({ row, traceId, service, errorOffsetUs, zoom }: RowProps) {
  const { depth, skipped, name, op, about, hasFailed, hasError, alike, durationUs, otherErrors } = row;
  const error = percentOf(errorOffsetUs, zoom);
  return (
    <li
      className={clsx(
        'relative flex h-7 items-center border-b border-line text-12',
        hasError ? 'bg-error-wash' : 'hover:bg-hover',
      )}
    >
      <div
        className="flex h-full w-[46%] min-w-0 shrink-0 items-center gap-1 pr-2 md:w-[40%]"
        style={{ paddingLeft: `calc(4px + ${depth} * var(--trace-indent))` }}
      >
        {skipped > 0 ? (
          <span className="shrink-0 text-muted" title={`${plural(skipped, 'span')} between`}>
            <span aria-hidden>⋯</span>
            <span className="sr-only">{plural(skipped, 'span')} between.</span>
          </span>
        ) : null}
        {hasFailed ? <Failed /> : null}
        {alike > 1 ? (
          <span className="shrink-0 rounded-sm bg-sunken px-1" title="Spans with this name, the longest in full color">
            {count(alike)}×
          </span>
        ) : null}
        <Link
          href={traceHref(traceId, row.spanId)}
          title={[op, name, about].filter(Boolean).join(' ')}
          className={clsx('min-w-0 truncate fills-row', (row.isSegment || hasError) && 'font-semibold')}
        >
          {op && op !== name ? (
            <span className={clsx('mr-1.5 font-mono font-normal text-muted', name && 'max-md:hidden')}>{op}</span>
          ) : null}
          {name || op || row.spanId}
          {about ? <span className="ml-1.5 font-normal text-muted">{about}</span> : null}
        </Link>
      </div>
      <div className="relative h-full min-w-0 flex-1 overflow-hidden border-l border-line">
        {errorOffsetUs >= 0 && error <= 100 ? (
          <span aria-hidden className="absolute inset-y-0 w-px bg-error" style={{ left: `${error}%` }} />
        ) : null}
        <SpanBar
          span={{ ...row, critical: [] }}
          zoom={zoom}
          {...(alike > 1 && { all: { offsetUs: row.alikeOffsetUs, durationUs: row.alikeDurationUs } })}
        />
        {otherErrors.map(({ title, offsetUs }, index) => (
          <ErrorMark key={index} percent={percentOf(offsetUs, zoom)} title={`Error: ${title}`} />
        ))}
        {hasError ? <ErrorMark percent={error} title="This error" /> : null}
        <span className="sr-only">
          {service}, {alike > 1 ? 'the longest ' : null}
          {duration(durationUs)}
          {hasError ? '. The error happened in this span.' : null}
        </span>
      </div>
    </li>
  );
}
