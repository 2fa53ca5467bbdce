/**
 * What Next showed by itself up to 16.1, on the server's side with the digest that leads to the report. Since 16.2 it says
 * less: fewer words, and no host.
 */
export function applicationError(host: string, digest: string | undefined): string {
  const [side, logs] = digest ? ['server', 'server logs'] : ['client', 'browser console'];
  return `Application error: a ${side}-side exception has occurred while loading ${host} (see the ${logs} for more information).`;
}

/** The text of the copy button: it holds what support needs to find the report. */
export function copyText(sentence: string, digest: string | undefined, eventId: string | undefined): string {
  return [sentence, ...(digest ? [`Digest: ${digest}`] : []), ...(eventId ? [`Event: ${eventId}`] : [])].join('\n');
}
