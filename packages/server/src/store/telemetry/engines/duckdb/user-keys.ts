/** Whether a row has one of the user keys `$is` or `$isIgnoringCase`. */
export const hasUserKeyDuckdb = `(
  list_contains($is::varchar[], user_key) or list_contains($isIgnoringCase::varchar[], lower(user_key))
)`;
