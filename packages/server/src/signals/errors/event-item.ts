import type { Item } from '#pipeline/steps.ts';
import type { FilteredExample } from '#domain/filters/examples.ts';
import type { BatchSymbolicator } from '#symbolication/symbolicate.ts';
import type { SharedTexts } from './shared-texts.ts';
import type { SpikeCount } from '../common/spikes/guard.ts';

/** Shared by the events of a batch. */
export interface EventsOfBatch {
  symbolicator: BatchSymbolicator;
  spike: SpikeCount;
  texts: SharedTexts;
  /** Titles of events that the filters ended. */
  filtered: FilteredExample[];
}

export interface EventItem extends Item, EventsOfBatch {}
