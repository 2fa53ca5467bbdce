import type { EventRequest } from '@seismo/protocol';

/** Headers that curl sets by itself, or that would be wrong in a repeated request. */
const leftOut = new Set(['host', 'content-length', 'connection', 'accept-encoding']);

/** The request as one shell command. Every value is quoted, so that a report cannot add commands. */
export function curl(request: EventRequest): string {
  const method = (request.method ?? 'GET').toUpperCase();
  const parts = [`curl ${quoted(urlOf(request))}`];
  if (method !== 'GET') parts.push(`-X ${quoted(method)}`);
  for (const [name, value] of request.headers ?? []) {
    if (!leftOut.has(name.toLowerCase())) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  }
  const cookies = (request.cookies ?? []).map(([name, value]) => `${name}=${value}`).join('; ');
  if (cookies) parts.push(`-b ${quoted(cookies)}`);
  if (request.data !== undefined && request.data !== null) {
    parts.push(`--data-raw ${quoted(typeof request.data === 'string' ? request.data : JSON.stringify(request.data))}`);
  }
  return parts.join(' \\\n  ');
}

/** The address with its query, which SDKs send apart. */
export function urlOf(request: EventRequest): string {
  const url = request.url ?? '';
  const query = new URLSearchParams(request.query_string ?? []).toString();
  return query && !url.includes('?') ? `${url}?${query}` : url;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
