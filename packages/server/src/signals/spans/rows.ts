import { userAttributes } from '#domain/end-users/identifiers.ts';
import { attributeJson } from '#domain/spans/typed-name.ts';
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
    attributes: attributesJson(data),
    events: events.length > 0 ? JSON.stringify(events.map(withPlainData)) : '',
    links: links.length > 0 ? JSON.stringify(links.map(withPlainData)) : '',
    clientSampleRate: span.clientSampleRate,
    serverSampleRate,
  };
}

/** What names a user is text, also where a client sends a number. */
const userNames = new Set(Object.values(userAttributes));

/** From pieces: V8 slows down for objects with more than 16 computed names. */
function attributesJson(data: Data): string {
  const members: string[] = [];
  for (const [name, value] of data) {
    const stored = typeof value !== 'string' && userNames.has(name) ? String(value) : value;
    members.push(attributeJson(name, stored));
  }
  return `{${members.join(',')}}`;
}

const withPlainData = <Part extends { data: Data }>(part: Part) => ({ ...part, data: Object.fromEntries(part.data) });

function userOf(data: Data) {
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    id: text('user.id'),
    email: text('user.email'),
    username: text('user.name'),
    ip_address: text('user.ip_address'),
  };
}
