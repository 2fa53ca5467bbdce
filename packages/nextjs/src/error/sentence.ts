/**
 * The message of Next up to 16.1, which includes the host and, on the server, the digest. Since 16.2, it is shorter and
 * has no host.
 */
export function applicationError(host: string, digest: string | undefined): string {
  const [side, logs] = digest ? ['server', 'server logs'] : ['client', 'browser console'];
  return `Application error: a ${side}-side exception has occurred while loading ${host} (see the ${logs} for more information).`;
}

/** The text of the copy button, with everything that support needs to find the report. */
export function copyText(sentence: string, digest: string | undefined, eventId: string | undefined): string {
  return [sentence, ...(digest ? [`Digest: ${digest}`] : []), ...(eventId ? [`Event: ${eventId}`] : [])].join('\n');
}
