import { stepsFrom, type Item } from '#pipeline/steps.ts';
import type { FilteredExample } from '#domain/filters/examples.ts';
import type { BatchSymbolicator } from '#symbolication/symbolicate.ts';
import { correctClock } from '../common/correct-clock.ts';
import { identifyEvent } from '../common/identify-event.ts';
import { limitSize } from '../common/limit-size.ts';
import { normalize } from '../common/normalize.ts';
import { parse } from '../common/parse.ts';
import { scrub } from '../common/scrub.ts';
import type { SharedTexts } from './shared-texts.ts';
import type { SpikeCount } from './spikes/guard.ts';
import { assignGroup } from './steps/assign-group.ts';
import { collectTexts } from './steps/collect-texts.ts';
import { encodeEvent } from './steps/encode-event.ts';
import { filter } from './steps/filter.ts';
import { limitSpike } from './steps/limit-spike.ts';
import { nameActions } from './steps/name-actions.ts';
import { symbolicate } from './steps/symbolicate.ts';

/** Shared by the events of a batch. */
export interface EventsOfBatch {
  symbolicator: BatchSymbolicator;
  spike: SpikeCount;
  texts: SharedTexts;
  /** Titles of events that the filters ended. */
  filtered: FilteredExample[];
}

export interface EventItem extends Item, EventsOfBatch {}

export const eventSteps = stepsFrom<EventItem>()
  .step({ limitSpike })
  .step({ limitSize })
  .step({ parse })
  .step({ identifyEvent })
  .step({ correctClock })
  .step({ normalize })
  .step({ filter })
  .step({ scrub })
  .step({ symbolicate })
  .step({ nameActions })
  .step({ assignGroup })
  .step({ collectTexts })
  .step({ encodeEvent });
