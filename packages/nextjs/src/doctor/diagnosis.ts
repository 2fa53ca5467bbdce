import type { Beat } from './heartbeat.ts';

/** What is wrong with a tunnel, and what to do about it; `null` for one that works. */
export function diagnosisOf(beat: Beat, path: string): string | null {
  const { accepted, status, code, detail, contentType, location } = beat;
  if (accepted) return null;
  if (status === null) return `Nothing answers there: ${detail}. Is the app running, and is this its address?`;
  if (code === 'tunnel-not-set-up') return `The tunnel has no target. ${detail}`;
  if (code === 'tunnel-unreachable' || code === 'tunnel-timeout')
    return `The tunnel answers, but the app's server cannot reach Seismo: ${detail} Check its way out, and the DSN's host.`;
  if (code === 'tunnel-wrong-target')
    return `The tunnel leads to something that is not Seismo, such as a sign-in page. Check the DSN that the app was given.`;
  if (code === 'unknown-key' || code === 'project-mismatch' || code === 'inactive-key' || code === 'no-auth')
    return `The tunnel leads to Seismo, but not to a project: ${detail}`;
  if (code !== null) return `Seismo refuses: ${detail} (${code})`;
  if (status >= 300 && status < 400) {
    return /sign|log|auth/i.test(location ?? '')
      ? `Swallowed by a sign-in: the path redirects to ${location}. Leave ${path} out of what your proxy or middleware guards (its "matcher").`
      : `The path redirects to ${location}. Browsers send the report twice, or not at all: use the address as it is there.`;
  }
  if (status === 401 || status === 403)
    return `Blocked before the app (${status}): a sign-in, a firewall or a bot check stands in front of ${path}. Let POST requests to it through.`;
  if (status === 404)
    return `There is no tunnel at ${path} (404). Add app${path}/route.ts, or say the path with --tunnel.`;
  if (status === 405) return `${path} takes no POST (405). Export POST from its route handler.`;
  if (status === 413) return `Something before the app takes no body of this size (413).`;
  if (status === 200 && contentType.includes('html'))
    return `Swallowed: a page of the app answers POST requests to ${path}. Put the tunnel before catch-all routes.`;
  return `Something else answers there: ${status} ${contentType || 'without a content type'}.`;
}
