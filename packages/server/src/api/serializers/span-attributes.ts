import { formerNames } from '#domain/spans/current-name.ts';
import { spanFieldNamed } from '#domain/spans/span-field.ts';
import type { SpanItem } from '#query/spans/item.ts';

/** What each span has beside its attributes, by the name in tables and searches. */
const columns: Record<string, 'string' | 'number' | 'boolean'> = {
  'span.name': 'string',
  'span.op': 'string',
  'span.kind': 'string',
  'span.status': 'string',
  'span.duration': 'number',
  is_transaction: 'boolean',
  transaction: 'string',
  'service.name': 'string',
  environment: 'string',
  release: 'string',
  project: 'string',
  trace: 'string',
  id: 'string',
  parent_span: 'string',
  timestamp: 'string',
};

interface SpanAttribute {
  name: string;
  type: 'string' | 'number' | 'boolean';
}

/** In the shape of Sentry's `trace-items/attributes`. Columns come first. */
export function spanAttributeShapes(attributes: readonly SpanAttribute[]) {
  return [
    ...Object.entries(columns).map(([name, type]) => shapeOf({ name, type }, 'sentry')),
    ...attributes.map((attribute) => shapeOf(attribute, 'user')),
  ];
}

/** In the shape of Sentry's `trace-items/attributes/validate`. */
export function spanFieldTypeShapes(types: ReadonlyMap<string, 'string' | 'number' | 'boolean' | null>) {
  const shapes = [...types].map(([name, type]) => [
    name,
    type === null ? { valid: false, error: `Unknown attribute: ${name}` } : { valid: true, type },
  ]);
  return { attributes: Object.fromEntries(shapes) };
}

/** `key` is what tables and searches call it. */
function shapeOf({ name, type }: SpanAttribute, source: 'sentry' | 'user') {
  const isShadowed = source === 'user' && spanFieldNamed(name)?.of !== 'attribute';
  return {
    key: isShadowed ? `tags[${name}]` : name,
    name,
    attributeType: type,
    attributeSource: { source_type: source },
    secondaryAliases: formerNames(name),
  };
}

/** In the shape of Sentry's `trace-items/{id}` (getsentry/cli `src/lib/api/traces.ts`, read 2026-11). */
export function spanItemShape({ spanId, startUs, attributes }: SpanItem) {
  return {
    itemId: spanId,
    timestamp: new Date(startUs / 1000).toISOString(),
    attributes: attributes.map(({ name, value }) => ({ name, type: itemTypeOf(value), value })),
    meta: {},
    links: null,
  };
}

function itemTypeOf(value: SpanItem['attributes'][number]['value']): 'str' | 'bool' | 'int' | 'float' {
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  return Number.isInteger(value) ? 'int' : 'float';
}
