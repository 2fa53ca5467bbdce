import { stepsFrom, type Item } from '#pipeline/steps.ts';
import { correctClock } from '../common/correct-clock.ts';
import { limitSize } from '../common/limit-size.ts';
import { correctTimes } from './steps/correct-times.ts';
import { describeClient } from './steps/describe-client.ts';
import { filterSpans } from './steps/filter-spans.ts';
import { findSegments } from './steps/find-segments.ts';
import { limitAttributes } from './steps/limit-attributes.ts';
import { nameAttributes } from './steps/name-attributes.ts';
import { readSpans } from './steps/read-spans.ts';
import { scrubSpans } from './steps/scrub-spans.ts';

export const spanSteps = stepsFrom<Item>()
  .step({ limitSize })
  .step({ readSpans })
  .step({ correctClock })
  .step({ correctTimes })
  .step({ nameAttributes })
  .step({ describeClient })
  .step({ findSegments })
  .step({ filterSpans })
  .step({ limitAttributes })
  .step({ scrubSpans });
