import { limits, type EventPayload } from '@seismo/protocol';
import { findDigest } from './next-digest.ts';

/**
 * Reads Next.js fields from any SDK: `contexts.nextjs` with the names of our SDK (docs/digest.md), and searchable tags.
 * Fields that the client set stay.
 */
export function addNext(event: EventPayload): void {
  const { contexts, tags } = event;
  const digest = findDigest(event);
  const actionId = readActionId(contexts['nextjs']?.['action_id']) ?? readActionId(headerOf(event, 'next-action'));
  const existing = contexts['nextjs'];
  if (digest === null && actionId === null && !existing) return;
  const context = { ...existing };
  if (digest !== null) context['digest'] = digest;
  else delete context['digest'];
  if (actionId !== null) context['action_id'] = actionId;
  else delete context['action_id'];
  const route = context['route'] ?? context['router_path'];
  if (typeof route === 'string') context['route'] = route;
  contexts['nextjs'] = context;
  const add = (key: string, value: unknown): void => {
    if (typeof value === 'string' && value !== '' && !Object.hasOwn(tags, key))
      tags[key] = value.slice(0, limits.TAG_VALUE_CHARS_MAX).toWellFormed();
  };
  add('digest', digest);
  add('route', route);
  add('action', context['action_name'] ?? actionId);
}

/** 40 hexadecimal digits up to Next 14, 42 since. */
function readActionId(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value) ? value : null;
}

function headerOf({ request }: EventPayload, name: string): string | undefined {
  return request?.headers?.find(([each]) => each.toLowerCase() === name)?.[1];
}
