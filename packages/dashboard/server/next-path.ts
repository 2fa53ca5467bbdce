const home = '/issues';

/** Any origin will do: only paths that stay on it are given. */
const origin = 'http://seismo.invalid';

/** Where to go after signing in: a path of this site, as the browser will read it, and never another site. */
export function safeNext(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) return home;
  const url = new URL(value, origin);
  // "/.//evil.example" stays on the origin, but its path, given to a browser by itself, is another site.
  if (url.origin !== origin || /^[/\\]{2}/.test(url.pathname) || isSignIn(url.pathname)) return home;
  return url.pathname + url.search + url.hash;
}

/** To sign in again leads round in circles. */
function isSignIn(pathname: string): boolean {
  return /^\/sign-in(\/|$)/.test(pathname);
}
