import { limits } from '@seismo/protocol';

/**
 * Attributes of spans are stored under the type and the name of their values: `s:url.full`, `n:http.response.status_code`,
 * `b:cache.hit`. So what is stored under one name has one type, even if clients do not agree about it.
 */
export type AttributeValue = string | number | boolean;

const types = { string: 's', number: 'n', boolean: 'b' } as const;

export type AttributeType = keyof typeof types;

export function isAttributeValue(value: unknown): value is AttributeValue {
  return (typeof value) in types;
}

/** Spans share their names, and a new text for each attribute would cost as much as the rest of its row. */
const memo = {
  string: new Map<string, string>(),
  number: new Map<string, string>(),
  boolean: new Map<string, string>(),
};

export function typedName(name: string, value: AttributeValue): string {
  const type = typeof value as AttributeType;
  const known = memo[type].get(name);
  if (known !== undefined) return known;
  if (memo[type].size >= limits.SPAN_ATTRIBUTE_NAME_MEMO_COUNT_MAX) memo[type].clear();
  const typed = nameOfType(name, type);
  memo[type].set(name, typed);
  return typed;
}

export function nameOfType(name: string, type: AttributeType): string {
  return `${types[type]}:${name}`;
}

export function typeOfName(typed: string): AttributeType {
  return attributeTypes.find((type) => typed.startsWith(`${types[type]}:`))!;
}

export const attributeTypes = Object.keys(types) as AttributeType[];

/** The name without the type. */
export function plainName(typed: string): string {
  return typed.slice(2);
}
