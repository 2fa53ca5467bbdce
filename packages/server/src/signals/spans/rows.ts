import { userAttributes } from '#domain/end-users/identifiers.ts';
import { isAttributeValue, typedName, type AttributeValue } from '#domain/spans/typed-name.ts';
import { userKeyOf } from '#domain/normalize/user.ts';
import type { ProcessedItem } from '#pipeline/signal.ts';
import type { SpanRow } from '#store/telemetry/contract.ts';
import type { Data, DescribedSpan, DescribedSpanItem } from './steps/limit-attributes.ts';

export function spanRows(items: ProcessedItem<DescribedSpanItem>[]): SpanRow[] {
  return items.flatMap(({ work: { spans }, origin: { organizationId, projectId, receivedAtMs } }) =>
    spans.map((span) => ({ organizationId, projectId, receivedAtMs, ...columnsOf(span) })),
  );
}

function columnsOf(span: DescribedSpan): Omit<SpanRow, 'organizationId' | 'projectId' | 'receivedAtMs'> {
  const { startUs, endUs, data, events, links, ...columns } = span;
  return {
    ...columns,
    startUs,
    durationUs: endUs - startUs,
    userKey: userKeyOf(userOf(data)),
    attributes: JSON.stringify(typed(data)),
    events: events.length > 0 ? JSON.stringify(events) : '',
    links: links.length > 0 ? JSON.stringify(links) : '',
  };
}

/** What names a user is text, also where a client sends a number. */
const userNames = new Set(Object.values(userAttributes));

function typed(data: Data): Data {
  const values = Object.entries(data).filter((entry): entry is [string, AttributeValue] => isAttributeValue(entry[1]));
  return Object.fromEntries(
    values.map(([name, given]) => {
      const value = userNames.has(name) ? String(given) : given;
      return [typedName(name, value), value];
    }),
  );
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
