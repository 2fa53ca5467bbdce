import type { DebugId, EventPayload, MappingErrorCode } from '@seismo/protocol';
import { pathOf } from './file-url.ts';
import { debugIdsOf, framesOf } from '#domain/events/frames-of-event.ts';

/** The mapping result of an event's frames: counted once when it is stored, so that counts need no bodies. */
export interface Coverage {
  mapped: number;
  errors: Partial<Record<MappingErrorCode, number>>;
  unmappedDebugIds: DebugId[];
}

export function coverageOf(event: EventPayload): Coverage {
  const coverage: Coverage = { mapped: 0, errors: {}, unmappedDebugIds: [] };
  const count = (error: MappingErrorCode) => (coverage.errors[error] = (coverage.errors[error] ?? 0) + 1);
  const unmappedDebugIds = new Set<DebugId>();
  let debugIds: Map<string, DebugId> | null = null;
  for (const frames of framesOf(event)) {
    for (const frame of frames) {
      if (frame.map?.state === 'mapped') {
        coverage.mapped++;
        if (frame.map.lacks) count(frame.map.lacks);
      } else if (frame.map) {
        count(frame.map.why);
        debugIds ??= debugIdsOf(event);
        const debugId = debugIds.get(pathOf(frame)) ?? debugIds.get(frame.filename ?? '');
        if (debugId) unmappedDebugIds.add(debugId);
      }
    }
  }
  coverage.unmappedDebugIds = [...unmappedDebugIds];
  return coverage;
}
