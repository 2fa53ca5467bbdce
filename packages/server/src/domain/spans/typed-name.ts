import { limits } from '@seismo/protocol';

/**
 * Attributes of spans are stored under the type and the name of their values: `s:url.full`, `n:http.response.status_code`,
 * `b:cache.hit`. So what is stored under one name has one type, even if clients do not agree about it.
 */
export type AttributeValue = string | number | boolean;

const types = { string: 's', number: 'n', boolean: 'b' } as const;

export type AttributeType = keyof typeof types;

export function typedName(name: string, value: AttributeValue): string {
  return nameOfType(name, typeof value as AttributeType);
}

/** Spans share their names, and a new text for each attribute would cost as much as the rest of its row. */
const memo = {
  string: new Map<string, string>(),
  number: new Map<string, string>(),
  boolean: new Map<string, string>(),
};

/** Without the characters that JSON escapes, or halves of characters above U+FFFF, which it escapes if they are alone. */
// oxlint-disable-next-line no-control-regex -- JSON escapes them
const PLAIN = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;

/** The attribute as a member of a JSON object, as `JSON.stringify` writes it. */
export function attributeJson(name: string, value: AttributeValue): string {
  const type = typeof value as AttributeType;
  let before = memo[type].get(name);
  if (before === undefined) {
    if (memo[type].size >= limits.SPAN_ATTRIBUTE_NAME_MEMO_COUNT_MAX) memo[type].clear();
    before = JSON.stringify(nameOfType(name, type)) + (type === 'string' ? ':"' : ':');
    memo[type].set(name, before);
  }
  if (typeof value === 'string') return before + (PLAIN.test(value) ? `${value}"` : JSON.stringify(value).slice(1));
  return before + (typeof value === 'boolean' || Number.isFinite(value) ? String(value) : 'null');
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
