import type { Frame, ProjectId, StoredEvent } from '@seismo/protocol';
import { coverageOf } from '#symbolication/coverage.ts';
import { framesOf } from '#domain/events/frames-of-event.ts';
import type { BatchSymbolicator } from '#symbolication/symbolicate.ts';
import { culpritOf, headlineOf, type Headline } from '#domain/normalize/headline.ts';
import { groupEvent, type GroupingRules } from '#domain/grouping/rules/group-event.ts';

export interface MappedAgain {
  stored: StoredEvent;
  headline: Headline;
  maps: ReturnType<typeof coverageOf>;
  /** Frames that are mapped now and were not. */
  gained: number;
}

/**
 * Maps the unmapped frames of a stored event again. Mapped frames stay, even if their upload is gone. The event stays
 * in its group and also stores the group of its mapped frames: users decide whether to move it.
 */
export async function mapAgain(
  stored: StoredEvent,
  projectId: ProjectId,
  symbolicator: BatchSymbolicator,
  rules: GroupingRules,
): Promise<MappedAgain> {
  const { event } = stored;
  const before = coverageOf(event).mapped;
  for (const frame of framesOf(event).flat()) asBeforeMaps(frame);
  await symbolicator.symbolicate(event, projectId);
  await symbolicator.nameActions(event, projectId);
  // Marks the frames as the project's rules have it, now that they have names.
  const { title, grouping } = groupEvent(event, rules);
  const headline = title === null ? headlineOf(event) : { title, type: title, value: '' };
  const maps = coverageOf(event);
  const gained = maps.mapped - before;
  return {
    stored: {
      ...stored,
      ...(gained > 0 && { mappedGrouping: grouping }),
      title: headline.title,
      culprit: culpritOf(event),
    },
    headline,
    maps,
    gained,
  };
}

function asBeforeMaps(frame: Frame): void {
  if (frame.map?.state === 'unmapped') delete frame.map;
  if (frame.in_app_before_rules === undefined) return;
  frame.in_app = frame.in_app_before_rules;
  delete frame.in_app_before_rules;
}
