import { readDebugId, type DebugId, type EventPayload, type Frame } from '@seismo/protocol';

/** Every stack of the event. The thrown error comes first, so that limits cut it last. */
export function framesOf(event: EventPayload): Frame[][] {
  const lists: Frame[][] = [];
  for (const { stacktrace } of event.exception?.values.toReversed() ?? [])
    if (stacktrace) lists.push(stacktrace.frames);
  if (event.stacktrace) lists.push(event.stacktrace.frames);
  for (const { stacktrace } of event.threads?.values ?? []) if (stacktrace) lists.push(stacktrace.frames);
  return lists;
}

/** The debug IDs that the SDK sent for files, by path. */
export function debugIdsOf(event: EventPayload): Map<string, DebugId> {
  const ids = new Map<string, DebugId>();
  for (const { type, code_file: file, debug_id: id } of event.debug_meta?.images ?? []) {
    const debugId = type === 'sourcemap' ? readDebugId(id) : null;
    if (debugId && typeof file === 'string') ids.set(file, debugId);
  }
  return ids;
}
