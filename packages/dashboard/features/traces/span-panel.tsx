'use client';

import type { SpanView, TraceView } from '@seismo/server';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { LinkedEvents } from '#features/error-codes/linked-events.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { read } from '#lib/read.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { percent } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Definitions } from '#ui/section.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { duration } from './duration.ts';
import { traceHref } from './search-params.ts';

interface Props {
  organizationId: number;
  traceId: string;
  spanId: string;
  errors: TraceView['errors'];
  nowMs: number;
  /** The link to the page named the span: on narrow screens, the panel would cover what the user came for. */
  isFromLink: boolean;
  onClose: () => void;
}

/** Every detail of a span, beside the waterfall or, on narrow screens, over its lower part. */
export function SpanPanel({ organizationId, traceId, spanId, errors, nowMs, isFromLink, onClose }: Props) {
  const [loaded, setLoaded] = useState<SpanView | null | 'failed' | undefined>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    read('span', organizationId, { trace: traceId, id: spanId }, left.signal)
      .then(setLoaded)
      .catch(() => left.signal.aborted || setLoaded('failed'));
    return () => left.abort();
  }, [organizationId, traceId, spanId, attempt]);
  return (
    <aside
      data-span-panel={isFromLink ? 'beside' : 'over'}
      aria-label="Span"
      className={clsx(
        isFromLink && 'max-lg:hidden',
        'z-20 overflow-auto border-line bg-paper max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:max-h-[60dvh] max-lg:border-t max-lg:px-4 max-lg:pb-6 max-md:pb-24 lg:sticky lg:top-0 lg:max-h-dvh lg:self-start lg:border-l lg:pb-6 lg:pl-5',
      )}
    >
      <div className="sticky top-0 flex items-center gap-2 bg-paper py-2">
        <h2 className="min-w-0 flex-1 truncate text-14">Span</h2>
        <CopyButton text={spanId} label="Copy span ID" />
        <Button small variant="quiet" aria-label="Close span" title="Close" onClick={onClose}>
          <X size={14} aria-hidden />
        </Button>
      </div>
      {loaded === undefined ? (
        <LoadingBlock height={240} label="Loading the span" />
      ) : loaded === 'failed' ? (
        <p role="alert" className="flex items-center gap-2 text-13 text-error">
          The span could not be loaded.
          <Button small onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </p>
      ) : loaded === null ? (
        <p className="text-13 text-muted">This span is not stored any more.</p>
      ) : (
        <Details span={loaded} errors={errors} nowMs={nowMs} />
      )}
    </aside>
  );
}

/** Which share of such traces is stored, unless it is all. */
function sampleRate({ clientSampleRate, serverSampleRate }: SpanView): string {
  if (serverSampleRate === null) return 'Not decided yet whether the trace is kept';
  const parts = [
    ...(clientSampleRate < 1 ? [`the SDK sends ${percent(clientSampleRate, 1)}`] : []),
    ...(serverSampleRate < 1 ? [`Seismo keeps ${percent(serverSampleRate, 1)}`] : []),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')} of such traces`;
}

function Details({ span, errors, nowMs }: { span: SpanView } & Pick<Props, 'errors' | 'nowMs'>) {
  const { name, op, status, startUs, durationUs, service, project, environment, release, kind, spanId } = span;
  const facts: [string, ReactNode][] = [
    ['Operation', op],
    ['Duration', duration(durationUs)],
    ['Started', <ExactTime key="start" atMs={startUs / 1000} />],
    ['Status', status === 'unset' ? '' : status],
    ['Service', service],
    ['Project', project.name],
    ['Environment', environment],
    ['Release', release],
    ['Kind', kind],
    ['Segment', span.segmentName],
    ['Sample rate', sampleRate(span)],
    ['Span ID', <code key="id">{spanId}</code>],
    ['Parent span ID', span.parentSpanId === '' ? '' : <code key="parent">{span.parentSpanId}</code>],
  ];
  return (
    <>
      <p className="mb-2 font-mono text-13 [overflow-wrap:anywhere]">{name}</p>
      <Definitions entries={facts.filter(([, value]) => value !== '')} />
      {errors.length > 0 ? (
        <Part title="Errors">
          <LinkedEvents events={errors} nowMs={nowMs} />
        </Part>
      ) : null}
      <Part title="Attributes">
        {span.attributes.length > 0 ? (
          <Definitions entries={span.attributes} />
        ) : (
          <p className="text-13 text-muted">The span has no attributes.</p>
        )}
      </Part>
      {span.events.length > 0 ? (
        <Part title="Events">
          {span.events.map((event, index) => (
            <div key={index} className="mb-3">
              <p className="text-13 font-medium">
                {event.name} <span className="font-normal text-muted">after {duration(event.atUs - startUs)}</span>
              </p>
              <Definitions entries={event.attributes} />
            </div>
          ))}
        </Part>
      ) : null}
      {span.links.length > 0 ? (
        <Part title="Links">
          {span.links.map((link, index) => (
            <div key={index} className="mb-3">
              <Link
                href={traceHref(link.traceId, link.spanId)}
                className="font-mono text-12 [overflow-wrap:anywhere] text-accent underline underline-offset-2"
              >
                {link.traceId}
              </Link>
              <Definitions entries={link.attributes} />
            </div>
          ))}
        </Part>
      ) : null}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="mb-1 text-13">{title}</h3>
      {children}
    </section>
  );
}
