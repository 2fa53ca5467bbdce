import type { Disposition } from '@seismo/protocol';
import { filterSpan, type Filters, type Sender, type Sent } from './filters.ts';

/** What filters look at of a span. */
interface Judged {
  isSegment: boolean;
  segmentId: string;
  attributes: ReadonlyMap<string, unknown>;
}

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
const isOfLocalhost = (attributes: Judged['attributes']): boolean => attributes.get('sentry.is_localhost') === true;
