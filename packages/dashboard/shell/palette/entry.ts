import type { Found } from '@seismo/server';
import { codeHref } from '#features/error-codes/code.ts';
import { issuesHref } from '#features/issues/search-params.ts';
import { releaseHref } from '#features/releases/search-params.ts';

/** A line of the palette: a link or an action. */
export interface Entry {
  id: string;
  name: string;
  /** Its kind or ID. */
  detail?: string;
  /** The page or project it belongs to. */
  note?: string;
  keys?: string[];
  href?: string;
  run?: () => void | Promise<void>;
}

/** The links of a hit. A project has two: its issues and its overview. */
export function entriesOf(hit: Found): Entry[] {
  const to = (href: string, name: string, detail: string): Entry => ({ id: href, href, name, detail });
  switch (hit.kind) {
    case 'project':
      return [
        to(issuesHref({ projects: [hit.slug] }), hit.name, 'project'),
        to(`/projects/${encodeURIComponent(hit.slug)}`, `${hit.name} overview`, 'overview'),
      ];
    case 'release':
      return [to(releaseHref(hit.version), `${hit.version} (${hit.projects.join(', ')})`, 'release')];
    case 'team':
      return [
        to(issuesHref({ query: `is:unresolved assigned:#${hit.slug}` }), `Issues assigned to ${hit.name}`, 'team'),
      ];
    case 'user':
      return [
        to(issuesHref({ query: `is:unresolved assigned:${hit.email}` }), `Issues assigned to ${hit.name}`, 'member'),
      ];
    case 'error-code':
      return [to(codeHref(hit.code), hit.title, 'error code')];
    case 'trace':
      return [to(issuesHref({ query: `trace:${hit.traceId}`, range: '90d' }), hit.title, 'trace')];
    case 'issue':
      return [to(issuePath(hit.shortId), hit.title, hit.shortId)];
    case 'event':
      return [to(`${issuePath(hit.shortId)}/events/${hit.eventId}`, hit.title, hit.eventId.slice(0, 8))];
  }
}

const issuePath = (shortId: string) => `/issues/${encodeURIComponent(shortId)}`;
