import { first, type RawParams } from '#features/issues/search-params.ts';

/** How the stack trace is shown, as the URL holds it. */
export interface StackView {
  all: boolean;
  newestFirst: boolean;
  raw: boolean;
  /** The code as it was built and sent, not as it was written. */
  minified: boolean;
}

export function readStackView(params: RawParams): StackView {
  return {
    all: first(params.frames) === 'all',
    newestFirst: first(params.order) !== 'oldest',
    raw: first(params.stack) === 'raw',
    minified: first(params.code) === 'minified',
  };
}

/** The same event with another view of its stack. */
export function stackHref(path: string, view: StackView): `/issues/${string}` {
  const params = new URLSearchParams();
  if (view.all) params.set('frames', 'all');
  if (!view.newestFirst) params.set('order', 'oldest');
  if (view.raw) params.set('stack', 'raw');
  if (view.minified) params.set('code', 'minified');
  const text = params.toString();
  return (text ? `${path}?${text}` : path) as `/issues/${string}`;
}

export function issuePath(shortId: string): `/issues/${string}` {
  return `/issues/${encodeURIComponent(shortId)}`;
}

export function eventPath(shortId: string, eventId: string): `/issues/${string}/events/${string}` {
  return `/issues/${encodeURIComponent(shortId)}/events/${encodeURIComponent(eventId)}`;
}
