import { userAttributes } from '#domain/end-users/identifiers.ts';
import { typedName } from '#domain/spans/typed-name.ts';

/** Whether a row has one of the user keys `$is` or `$isIgnoringCase`. */
export const hasUserKeyDuckdb = `(
  list_contains($is::varchar[], user_key) or list_contains($isIgnoringCase::varchar[], lower(user_key))
)`;

/** The typed names of the attributes that name a user. */
export const userAttributeNames = Object.values(userAttributes).map((name) => typedName(name, ''));

/** Whether a span has one of these user keys in an attribute that names a user. `read` is the SQL of an attribute. */
export function namesUserDuckdb(read: (attribute: string) => string): string {
  const kinds = Object.entries(userAttributes).map(([kind, name]) => `'${kind}:' || ${read(typedName(name, ''))}`);
  const keys = `[${kinds.join(', ')}]`;
  return `user_key <> '' and (
    list_has_any(${keys}, $is::varchar[])
    or list_has_any(list_transform(${keys}, lambda key: lower(key)), $isIgnoringCase::varchar[])
  )`;
}
