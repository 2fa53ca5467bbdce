import type { ProbeResult } from './probe.ts';

/** The problem of a tunnel and its remedy; `null` if it works. */
export function diagnosisOf(result: ProbeResult, path: string): string | null {
  const { accepted, status, code, detail, contentType, location } = result;
  if (accepted) return null;
  if (status === null) return `No response: ${detail}. Check that the app is running at this address.`;
  if (code === 'tunnel-not-set-up') return `The tunnel has no target. ${detail}`;
  if (code === 'tunnel-unreachable' || code === 'tunnel-timeout')
    return `The tunnel responds, but the app server cannot reach Seismo: ${detail} Check outgoing connections and the DSN host.`;
  if (code === 'tunnel-wrong-target')
    return `The tunnel target is not Seismo (it may be a sign-in page). Check the DSN of the app.`;
  if (code === 'unknown-key' || code === 'project-mismatch' || code === 'inactive-key' || code === 'no-auth')
    return `The tunnel reaches Seismo, but Seismo does not accept the DSN: ${detail}`;
  if (code !== null) return `Seismo rejects the report: ${detail} (${code})`;
  if (status >= 300 && status < 400) {
    return /sign|log|auth/i.test(location ?? '')
      ? `The path redirects to a sign-in page, ${location}. Exclude ${path} from your proxy or middleware (its "matcher").`
      : `The path redirects to ${location}. Browsers send the report twice or not at all. Use the final address.`;
  }
  if (status === 401 || status === 403)
    return `Blocked before the app (${status}) by a sign-in page, firewall or bot check. Allow POST requests to ${path}.`;
  if (status === 404) return `No tunnel at ${path} (404). Add app${path}/route.ts, or pass the path with --tunnel.`;
  if (status === 405) return `${path} does not accept POST (405). Export POST from its route handler.`;
  if (status === 413) return `A proxy in front of the app rejects bodies of this size (413).`;
  if (status === 200 && contentType.includes('html'))
    return `A page of the app handles POST requests to ${path}. Define the tunnel before catch-all routes.`;
  return `Unexpected response: ${status} ${contentType || 'without a content type'}.`;
}
