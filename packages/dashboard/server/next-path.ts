const home = '/issues';

/** A placeholder origin, to resolve paths against. */
const origin = 'http://seismo.invalid';

/** The path to open after signing in, resolved as the browser would. Never another site. */
export function safeNext(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) return home;
  const url = new URL(value, origin);
  // "/.//evil.example" stays on the origin, but its path, given to a browser by itself, is another site.
  if (url.origin !== origin || /^[/\\]{2}/.test(url.pathname) || isSignIn(url.pathname)) return home;
  return url.pathname + url.search + url.hash;
}

/** Prevents a loop of sign-in pages. */
function isSignIn(pathname: string): boolean {
  return /^\/sign-in(\/|$)/.test(pathname);
}
