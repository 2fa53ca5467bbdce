import type { EventPayload } from '@seismo/protocol';

/**
 * How useful an event is to read. Readable source weighs most, then breadcrumbs, then user, request and tags. Among
 * equals the newest wins.
 */
export function helpfulness({ exception, breadcrumbs, user, request, contexts, tags }: EventPayload): number {
  const own = (exception?.values ?? [])
    .flatMap(({ stacktrace }) => stacktrace?.frames ?? [])
    .filter((frame) => frame.in_app === true);
  return (
    (own.some((frame) => frame.context_line !== undefined) ? 8 : 0) +
    (own.some((frame) => frame.map?.state !== 'unmapped') ? 2 : 0) +
    (breadcrumbs?.values.length ? 4 : 0) +
    (own.some((frame) => Object.keys(frame.vars ?? {}).length > 0) ? 2 : 0) +
    (user && Object.keys(user).length > 0 ? 1 : 0) +
    (request?.url ? 1 : 0) +
    (contexts['trace'] ? 1 : 0) +
    (Object.keys(tags).length > 0 ? 1 : 0)
  );
}
