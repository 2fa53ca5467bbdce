import type { Found } from '@seismo/server';
import { codeHref } from '#features/error-codes/code.ts';
import { issuesHref } from '#features/issues/search-params.ts';
import { releaseHref } from '#features/releases/search-params.ts';

/** A line of the palette: a place to go to, or a deed. */
export interface Entry {
  id: string;
  name: string;
  /** What it is, in a word or an id. */
  detail?: string;
  /** Where it is. */
  note?: string;
  keys?: string[];
  href?: string;
  run?: () => void | Promise<void>;
}

/** Where a hit leads; a project leads to its issues and to its home. */
export function entriesOf(hit: Found): Entry[] {
  const to = (href: string, name: string, detail: string): Entry => ({ id: href, href, name, detail });
  switch (hit.kind) {
    case 'project':
      return [
        to(issuesHref({ projects: [hit.slug] }), hit.name, 'project'),
        to(`/projects/${encodeURIComponent(hit.slug)}`, `Home of ${hit.name}`, 'home'),
      ];
    case 'release':
      return [to(releaseHref(hit.version), `${hit.version} of ${hit.projects.join(', ')}`, 'release')];
    case 'team':
      return [to(issuesHref({ query: `is:unresolved assigned:#${hit.slug}` }), `Issues of ${hit.name}`, 'team')];
    case 'person':
      return [to(issuesHref({ query: `is:unresolved assigned:${hit.email}` }), `Issues of ${hit.name}`, 'person')];
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
