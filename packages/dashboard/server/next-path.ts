/** Where to go after signing in: a path of ours, never another site. */
export function safeNext(value: unknown): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])[^\0-\x20]*$/.test(value) || value.startsWith('/sign-in'))
    return '/issues';
  return value;
}
