/**
 * The generic fallback that people of Next.js applications know, word for word. Errors of the server carry a digest;
 * errors of the browser do not.
 */
export function applicationError(host: string, digest: string | undefined): string {
  return digest
    ? `Application error: a server-side exception has occurred while loading ${host} (see the server logs for more information).`
    : `Application error: a client-side exception has occurred while loading ${host} (see the browser console for more information).`;
}
