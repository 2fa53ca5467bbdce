/**
 * The exact text of Next.js’s generic error page. Only server errors have a digest.
 */
export function applicationError(host: string, digest: string | undefined): string {
  return digest
    ? `Application error: a server-side exception has occurred while loading ${host} (see the server logs for more information).`
    : `Application error: a client-side exception has occurred while loading ${host} (see the browser console for more information).`;
}
