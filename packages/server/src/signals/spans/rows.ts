import { userAttributes } from '#domain/end-users/identifiers.ts';
import { isAttributeValue, typedName } from '#domain/spans/typed-name.ts';
import { userKeyOf } from '#domain/normalize/user.ts';
import type { Origin } from '#pipeline/steps.ts';
import type { SpanRow } from '#store/telemetry/contract.ts';
import type { Data, DescribedSpan, DescribedSpanItem } from './steps/limit-attributes.ts';

export function rowsOf({ spans, rules, origin }: Pick<DescribedSpanItem, 'spans' | 'rules' | 'origin'>): SpanRow[] {
  const rate = rules.limits.traceShare < 1 ? null : 1;
  return spans.map((span) => rowOf(span, origin, rate));
}

/** Lists the fields, because a spread of so many costs more than all else here. */
function rowOf(
  span: DescribedSpan,
  { organizationId, projectId, receivedAtMs }: Origin,
  serverSampleRate: number | null,
): SpanRow {
  const { data, events, links } = span;
  return {
    organizationId,
    projectId,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    isSegment: span.isSegment,
    segmentId: span.segmentId,
    segmentName: span.segmentName,
    startUs: span.startUs,
    durationUs: span.endUs - span.startUs,
    receivedAtMs,
    name: span.name,
    op: span.op,
    kind: span.kind,
    status: span.status,
    service: span.service,
    environment: span.environment,
    release: span.release,
    userKey: userKeyOf(userOf(data)),
    attributes: JSON.stringify(typed(data)),
    events: events.length > 0 ? JSON.stringify(events) : '',
    links: links.length > 0 ? JSON.stringify(links) : '',
    clientSampleRate: span.clientSampleRate,
    serverSampleRate,
  };
}

/** What names a user is text, also where a client sends a number. */
const userNames = new Set(Object.values(userAttributes));

function typed(data: Data): Data {
  const values: Data = {};
  for (const name of Object.keys(data)) {
    const given = data[name];
    if (!isAttributeValue(given)) continue;
    const value = userNames.has(name) ? String(given) : given;
    values[typedName(name, value)] = value;
  }
  return values;
}

function userOf(data: Data) {
  const text = (name: string): string => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    id: text('user.id'),
    email: text('user.email'),
    username: text('user.name'),
    ip_address: text('user.ip_address'),
  };
}
