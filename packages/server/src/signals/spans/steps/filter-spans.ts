import type { Disposition } from '@seismo/protocol';
import { filterSpan, type Filters, type Sender, type Sent } from '#domain/filters/filters.ts';
import type { Span } from '../span.ts';
import type { SpanItem } from './read-spans.ts';

/** Discards spans by the project's filters. The spans of a segment in the same item are stored or discarded with it. */
export const filterSpans = <Work extends SpanItem>(work: Work): Work => {
  const { origin, rules, records } = work;
  const dispositions = judgeSpans(work.spans, origin, rules.filters);
  work.spans = work.spans.filter((_, index) => {
    const disposition = dispositions[index];
    if (disposition) records.end(disposition, 1);
    return !disposition;
  });
  return work;
};

type Judged = Pick<Span, 'isSegment' | 'segmentId' | 'attributes'>;

/** Why each of these spans is discarded; `null`: it is not. */
export function judgeSpans(spans: readonly Judged[], sender: Sender, filters: Filters): (Disposition | null)[] {
  const judged = new Map<string, Disposition | null>();
  const judge = (span: Judged): Disposition | null => {
    const disposition = filterSpan(sentBy(span), sender, filters);
    judged.set(span.segmentId, disposition);
    return disposition;
  };
  for (const span of spans) if (span.isSegment) judge(span);
  return spans.map((span) => {
    const known = span.segmentId === '' ? undefined : judged.get(span.segmentId);
    return known === undefined ? judge(span) : known;
  });
}

/** What filters look at. The URL of a span that is no segment is not the visitor's, but that of a request it sent. */
function sentBy({ attributes, isSegment }: Judged): Sent {
  const text = (name: string): string | undefined => {
    const value = attributes.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const url = isOfLocalhost(attributes) ? 'http://localhost/' : isSegment ? text('url.full') : undefined;
  const userAgent = text('user_agent.original');
  const address = text('user.ip_address') ?? text('client.address');
  const release = text('sentry.release') ?? text('service.version');
  const [name, version] = [text('browser.name'), text('browser.version')];
  return {
    platform: 'other',
    ...(release !== undefined && { release }),
    ...(address !== undefined && { user: { ip_address: address } }),
    request: {
      ...(url !== undefined && { url }),
      ...(userAgent !== undefined && { headers: [['User-Agent', userAgent]] }),
    },
    contexts: name !== undefined && version !== undefined ? { browser: { name, version } } : {},
  };
}

/** SDK 11 says so of every span on such a page or in such a request (@sentry/core `integrations/requestdata.js`). */
const isOfLocalhost = (attributes: Span['attributes']): boolean => attributes.get('sentry.is_localhost') === true;
