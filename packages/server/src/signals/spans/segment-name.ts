import type { Span } from './span.ts';

/** Names of SDK 11 that say nothing about the page or the request. */
const GENERIC = /^(?:pageload|navigation|get|head|post|put|patch|delete|options|connect|trace|query)$/i;
/** Parts of a path that name one thing of many: numbers, UUIDs, hashes, and long words with digits. */
const ONE_OF_MANY = /^(?:\d+|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{16,}|(?=.*\d)[\w-]{20,})$/i;

/**
 * The name of a segment by which others like it are found: SDK 11 streams `Pageload` and `GET`, and has the route or the path
 * beside it. In a path, what names one thing of many is `*`.
 */
export function segmentNameOf({ name, attributes }: Pick<Span, 'name' | 'attributes'>): string {
  if (!GENERIC.test(name)) return name;
  const route = textOf(attributes, 'http.route') || pathPattern(textOf(attributes, 'url.path'));
  if (route === '') return name;
  const method = textOf(attributes, 'http.request.method');
  return method === '' ? route : `${method} ${route}`;
}

function pathPattern(path: string): string {
  return path
    .split('/')
    .map((part) => (ONE_OF_MANY.test(part) ? '*' : part))
    .join('/');
}

function textOf(attributes: Span['attributes'], name: string): string {
  const value = attributes.get(name);
  return typeof value === 'string' ? value : '';
}
