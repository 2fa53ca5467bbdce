import type { TraceService, TraceView } from '@seismo/server';
import { connection } from 'next/server';
import { notFound } from 'next/navigation';
import { LinkedEvents } from '#features/error-codes/linked-events.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { count, plural } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { runtime } from '#server/runtime.ts';
import { organizationId, runQuery } from '#server/viewer.ts';
import { duration } from './duration.ts';
import { readTraceState } from './search-params.ts';
import { serviceColor, serviceName } from './services.ts';
import { Waterfall } from './waterfall.tsx';

const FIRST_ROW_COUNT = 100;

interface Props {
  params: Promise<{ traceId: string }>;
  search: Promise<RawParams>;
}

/** One trace: who took part, how long it took, its waterfall and its errors. */
export async function TraceDetail({ params, search }: Props) {
  await connection();
  const { traceId } = await params;
  const { span } = readTraceState(await search);
  const trace = await runQuery((viewer) => runtime().query.trace(viewer, traceId));
  if (!trace) notFound();
  const first = await runQuery((viewer) =>
    runtime().query.traceRows(viewer, traceId, {
      version: trace.version,
      from: 0,
      count: FIRST_ROW_COUNT,
      around: span ?? '',
      problemAfter: null,
      collapsed: [],
      find: '',
    }),
  );
  const nowMs = Date.now();
  const name = trace.name || 'Trace';
  return (
    <>
      <title>{`${name} · Traces · Seismo`}</title>
      <header className="flex flex-col gap-2 pt-4 pb-3">
        <Crumbs crumbs={[{ name: 'Traces', href: '/traces' }, { name: traceId.slice(0, 8) }]} />
        <h1 className="text-20 leading-tight [overflow-wrap:anywhere]">{name}</h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-muted">
          <span>{duration(trace.durationUs)}</span>
          <span>
            {plural(trace.spanCount, 'span')}
            {trace.failedCount > 0 ? `, ${count(trace.failedCount)} failed` : null}
          </span>
          {trace.errors.length > 0 ? <span className="text-error">{plural(trace.errors.length, 'error')}</span> : null}
          <ExactTime atMs={trace.startUs / 1000} />
          <span className="flex min-w-0 items-center gap-1">
            <code className="min-w-0 truncate text-12">{traceId}</code>
            <CopyButton text={traceId} label="Copy trace ID" />
          </span>
        </div>
        <Services services={trace.services} />
        <Notes trace={trace} />
      </header>
      {trace.spanCount === 0 ? (
        <p className="border-t border-line py-5 text-13 text-muted">
          No spans of this trace are stored. Its client did not sample it, its project did not keep it, or its spans are
          older than the project stores them.
        </p>
      ) : (
        // A link to another span of the trace must not find the selection of the one before.
        <Waterfall
          key={span}
          organizationId={await organizationId()}
          trace={trace}
          first={first}
          selected={span}
          nowMs={nowMs}
        />
      )}
      {trace.errors.length > 0 ? (
        <Section title="Errors in this trace" note={plural(trace.errors.length, 'error')}>
          <LinkedEvents events={trace.errors.toReversed()} nowMs={nowMs} sides />
        </Section>
      ) : null}
    </>
  );
}

function Services({ services }: { services: TraceService[] }) {
  return (
    <ul aria-label="Services" className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
      {services.map((service, index) => (
        <li key={index} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-sm" style={{ background: serviceColor(index) }} />
          <span className="text-ink">{serviceName(service)}</span>
          {plural(service.spanCount, 'span')}
        </li>
      ))}
    </ul>
  );
}

/** What is not as it was sent, or not there. */
function Notes({ trace: { services, orphanCount, hasMore, spanCount } }: { trace: TraceView }) {
  const notes = services.flatMap((service) =>
    service.shiftUs === 0
      ? []
      : [
          `The clock of ${serviceName(service)} was ${duration(Math.abs(service.shiftUs))} ${service.shiftUs > 0 ? 'behind' : 'ahead'}. Its spans are moved.`,
        ],
  );
  if (orphanCount > 0) {
    notes.push(
      `${plural(orphanCount, 'span')} ${orphanCount === 1 ? 'has' : 'have'} a parent that is not here: not received yet, not sampled, or in a project that you do not have access to.`,
    );
  }
  if (hasMore) notes.push(`The trace has more than ${plural(spanCount, 'span')}. The first ones are shown.`);
  if (notes.length === 0) return null;
  return (
    <ul className="flex max-w-[96ch] flex-col gap-0.5 text-12 text-muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
