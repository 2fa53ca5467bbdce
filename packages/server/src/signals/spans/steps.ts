import { stepsFrom, type Item } from '#pipeline/steps.ts';
import { correctClock } from '../common/correct-clock.ts';
import { limitSize } from '../common/limit-size.ts';
import { limitSpike } from '../common/limit-spike.ts';
import type { SpikeCount } from '../common/spikes/guard.ts';
import { buildRows } from './steps/build-rows.ts';
import { correctTimes } from './steps/correct-times.ts';
import { countSpans } from './steps/count-spans.ts';
import { describeClient } from './steps/describe-client.ts';
import { filterSpans } from './steps/filter-spans.ts';
import { findSegments } from './steps/find-segments.ts';
import { limitAttributes } from './steps/limit-attributes.ts';
import { nameAttributes } from './steps/name-attributes.ts';
import { readSpans } from './steps/read-spans.ts';
import { scrubSpans } from './steps/scrub-spans.ts';

export const spanSteps = stepsFrom<Item & { spike: SpikeCount }>()
  .step({ limitSize })
  .step({ readSpans })
  // Each span has an outcome, so they are counted first.
  .step({ limitSpike })
  .step({ correctClock })
  .step({ correctTimes })
  .step({ nameAttributes })
  .step({ describeClient })
  .step({ findSegments })
  .step({ filterSpans })
  .step({ limitAttributes })
  .step({ scrubSpans })
  .step({ countSpans })
  .step({ buildRows });
