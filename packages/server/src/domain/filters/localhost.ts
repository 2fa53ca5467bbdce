import type { EventPayload } from '@seismo/protocol';

const LOCAL_ADDRESSES: readonly (string | undefined)[] = ['127.0.0.1', '::1'];

/** A developer's machine: by the page's address, else by the request's host (as getsentry/relay, `localhost.rs`). */
export function isFromLocalhost({ user, request }: Pick<EventPayload, 'user' | 'request'>): boolean {
  if (LOCAL_ADDRESSES.includes(user?.ip_address)) return true;
  if (request?.url !== undefined) {
    const url = URL.parse(request.url);
    return url !== null && (url.protocol === 'file:' || isLocalHost(url.hostname));
  }
  return (
    request?.headers?.some(
      ([name, value]) => /^(?:x-forwarded-)?host$/i.test(name) && isLocalHost(value.replace(/:\d+$/, '')),
    ) ?? false
  );
}

function isLocalHost(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]' || host.endsWith('.localhost');
}
