import { limits } from '@seismo/protocol';
import { currentName } from './current-name.ts';
import type { SpanColumn, SpanId, SpanNumber } from './span-condition.ts';
import { attributeTypes, nameOfType, type AttributeType } from './typed-name.ts';

/** What a name means in searches and tables of spans. */
export type SpanField =
  | { of: 'column'; column: SpanColumn }
  | { of: 'id'; id: SpanId }
  | { of: 'trace' }
  | { of: 'project'; by: 'slug' | 'id' }
  | { of: 'segment' }
  | { of: 'number'; number: SpanNumber }
  | SpanAttribute;

/** An attribute by the typed names that it may have: all, unless the name says which type it is. */
export interface SpanAttribute {
  of: 'attribute';
  typed: Record<AttributeType, string | null>;
}

const column = (name: SpanColumn): SpanField => ({ of: 'column', column: name });
const id = (name: SpanId): SpanField => ({ of: 'id', id: name });

/**
 * Names that are no attributes, in the words of Sentry (getsentry/sentry `src/sentry/search/eap/spans/attributes.py`, read
 * 2026-11), and attributes that are columns here.
 */
const fields: Record<string, SpanField> = {
  id: id('spanId'),
  span_id: id('spanId'),
  parent_span: id('parentSpanId'),
  parent_span_id: id('parentSpanId'),
  'transaction.span_id': id('segmentId'),
  'sentry.segment.id': id('segmentId'),
  trace: { of: 'trace' },
  trace_id: { of: 'trace' },
  project: { of: 'project', by: 'slug' },
  'project.name': { of: 'project', by: 'slug' },
  'project.id': { of: 'project', by: 'id' },
  project_id: { of: 'project', by: 'id' },
  is_transaction: { of: 'segment' },
  timestamp: { of: 'number', number: 'startUs' },
  'span.duration': { of: 'number', number: 'durationUs' },
  'sentry.client_sample_rate': { of: 'number', number: 'clientSampleRate' },
  'sentry.server_sample_rate': { of: 'number', number: 'serverSampleRate' },
  name: column('name'),
  'span.name': column('name'),
  'span.description': column('name'),
  description: column('name'),
  'sentry.segment.name': column('segmentName'),
  'span.op': column('op'),
  'sentry.op': column('op'),
  'span.kind': column('kind'),
  'sentry.kind': column('kind'),
  'span.status': column('status'),
  'sentry.status': column('status'),
  service: column('service'),
  'service.name': column('service'),
  'sentry.environment': column('environment'),
  'sentry.release': column('release'),
  user: column('userKey'),
};

export const spanFieldNames = Object.keys(fields);

/**
 * The field of a name, current or former; `null` if no attribute can have it. `name,number`, Sentry's way to name an
 * attribute of one type, is read inside of `tags[…]` only.
 */
export function spanFieldNamed(name: string, isTag = false): SpanField | null {
  if (!isTag) {
    const known = Object.hasOwn(fields, name) ? name : currentName(name);
    if (Object.hasOwn(fields, known)) return fields[known]!;
  }
  const [, plain = name, type] = (isTag && /^(.*),\s*(string|number|boolean)$/s.exec(name)) || [];
  // oxlint-disable-next-line no-control-regex -- names that no database takes as the name of a column
  if (plain === '' || plain.length > limits.SPAN_ATTRIBUTE_NAME_CHARS_MAX || /[\x00-\x1f\x7f]/.test(plain)) return null;
  const current = currentName(plain.toWellFormed());
  const typed = attributeTypes.map((each) => [
    each,
    type === undefined || type === each ? nameOfType(current, each) : null,
  ]);
  return { of: 'attribute', typed: Object.fromEntries(typed) as SpanAttribute['typed'] };
}
