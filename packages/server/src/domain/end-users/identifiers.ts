import { isIP } from 'node:net';
import { limits } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';
import type { EventCondition } from '../search/event-condition.ts';
import { typedName } from '../spans/typed-name.ts';

export const identifierKinds = ['id', 'email', 'username', 'ip'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

/** A value by which a monitored app names an end user. */
export interface EndUserIdentifier {
  kind: IdentifierKind;
  value: string;
}

/** The span attributes that name an end user. */
export const userAttributes: Record<IdentifierKind, string> = {
  id: 'user.id',
  email: 'user.email',
  username: 'user.name',
  ip: 'user.ip_address',
};

/** Values of a user key. Email addresses are compared without case. */
export interface UserKeys {
  is: string[];
  /** In lower case. */
  isIgnoringCase: string[];
}

/** The identifiers of one end user as a request gives them, without duplicates. */
export function readIdentifiers(given: readonly EndUserIdentifier[]): EndUserIdentifier[] {
  const read = given.map(({ kind, value }) => {
    const text = value.trim().toWellFormed();
    if (text === '') throw new Refusal('invalid', 'An identifier is empty.', kind);
    if (text.length > limits.USER_FIELD_CHARS_MAX) {
      throw new Refusal('invalid', `An identifier has at most ${limits.USER_FIELD_CHARS_MAX} characters.`, kind);
    }
    if (kind === 'ip' && isIP(text) === 0) throw new Refusal('invalid', `"${text}" is not an IP address.`, kind);
    if (kind === 'email' && !text.includes('@')) {
      throw new Refusal('invalid', `"${text}" is not an email address.`, kind);
    }
    return { kind, value: text };
  });
  const distinct = [...new Map(read.map((each) => [`${each.kind}:${each.value}`, each])).values()];
  if (distinct.length === 0) throw new Refusal('invalid', 'Enter at least one identifier of the end user.');
  if (distinct.length > limits.END_USER_IDENTIFIER_COUNT_MAX) {
    throw new Refusal('invalid', `Enter at most ${limits.END_USER_IDENTIFIER_COUNT_MAX} identifiers.`);
  }
  return distinct;
}

/**
 * The user keys of the end user's events (`userKeyOf` in `#domain/normalize/user.ts`). Apps also use email addresses as
 * IDs and user names.
 */
export function eventKeysOf(identifiers: readonly EndUserIdentifier[]): UserKeys {
  return {
    is: identifiers.filter(({ kind }) => kind !== 'email').map(({ kind, value }) => `${kind}:${value}`),
    isIgnoringCase: valuesOf(identifiers, 'email').flatMap((email) =>
      ['email', 'id', 'username'].map((kind) => `${kind}:${email.toLowerCase()}`),
    ),
  };
}

/** Those of sessions: SDKs send the user name as the session's user if there is no ID. */
export function sessionKeysOf(identifiers: readonly EndUserIdentifier[]): UserKeys {
  const { is, isIgnoringCase } = eventKeysOf(identifiers);
  return { is: [...is, ...valuesOf(identifiers, 'username').map((name) => `id:${name}`)], isIgnoringCase };
}

export function hasUserKey(userKey: string, { is, isIgnoringCase }: UserKeys): boolean {
  return is.includes(userKey) || isIgnoringCase.includes(userKey.toLowerCase());
}

/** Whether the attributes of a span, by their typed names, name the end user. */
export function namesUser(attributes: Record<string, unknown>, keys: UserKeys): boolean {
  return Object.entries(userAttributes).some(([kind, name]) =>
    hasUserKey(`${kind}:${String(attributes[typedName(name, '')])}`, keys),
  );
}

/** Events whose user fields or user tags have one of the identifiers. */
export function eventsOfEndUser(identifiers: readonly EndUserIdentifier[]): EventCondition {
  const { is, isIgnoringCase } = eventKeysOf(identifiers);
  const any: EventCondition[] = [
    { column: 'userKey', is },
    { column: 'userKey', isIgnoringCase },
  ];
  for (const { kind, value } of identifiers) {
    const match = kind === 'email' ? { isIgnoringCase: [value.toLowerCase()] } : { is: [value] };
    const names = kind === 'ip' ? ['user.ip', 'user.ip_address'] : [`user.${kind}`];
    for (const key of names) any.push({ entry: 'attributes', key, ...match }, { entry: 'tags', key, ...match });
    const tag = `${kind}:${value}`;
    any.push({
      entry: 'tags',
      key: 'user',
      ...(kind === 'email' ? { isIgnoringCase: [tag.toLowerCase()] } : { is: [tag] }),
    });
    if (kind === 'email') any.push({ entry: 'attributes', key: 'user.username', ...match });
  }
  return { any };
}

/** Feedback with one of these addresses, in lower case, or user keys. */
export function feedbackOfEndUser(identifiers: readonly EndUserIdentifier[]): { emails: string[]; userKeys: string[] } {
  const { is, isIgnoringCase } = eventKeysOf(identifiers);
  const emails = valuesOf(identifiers, 'email').map((email) => email.toLowerCase());
  return { emails, userKeys: [...is, ...isIgnoringCase] };
}

export function valuesOf(identifiers: readonly EndUserIdentifier[], ...kinds: IdentifierKind[]): string[] {
  return identifiers.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value);
}

/** For logs that must not contain the user's data: the kind and the first character. */
export function maskedIdentifier({ kind, value }: EndUserIdentifier): string {
  return `${kind} ${String.fromCodePoint(value.codePointAt(0)!)}…`;
}
