/**
 * Attributes of spans are stored under the type and the name of their values: `s:url.full`, `n:http.response.status_code`,
 * `b:cache.hit`. So what is stored under one name has one type, even if clients do not agree about it.
 */
export type AttributeValue = string | number | boolean;

const types = { string: 's', number: 'n', boolean: 'b' } as const;

export function isAttributeValue(value: unknown): value is AttributeValue {
  return (typeof value) in types;
}

export function typedName(name: string, value: AttributeValue): string {
  return `${types[typeof value as keyof typeof types]}:${name}`;
}

/** The name without the type. */
export function plainName(typed: string): string {
  return typed.slice(2);
}

/** The type of the values that are stored under a typed name. */
export function typeOf(typed: string): keyof typeof types {
  const type = (Object.keys(types) as (keyof typeof types)[]).find((each) => typed.startsWith(`${types[each]}:`));
  if (type === undefined) throw new TypeError(`${JSON.stringify(typed)} has no type`);
  return type;
}
