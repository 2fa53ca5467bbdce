import { stepsFrom } from '#pipeline/steps.ts';
import { correctClock } from '../common/correct-clock.ts';
import { identifyEvent } from '../common/identify-event.ts';
import { limitSize } from '../common/limit-size.ts';
import { limitSpike } from '../common/limit-spike.ts';
import { normalize } from '../common/normalize.ts';
import { parse } from '../common/parse.ts';
import { scrub } from '../common/scrub.ts';
import type { EventItem } from './event-item.ts';
import { assignGroup } from './steps/assign-group.ts';
import { collectTexts } from './steps/collect-texts.ts';
import { encodeEvent } from './steps/encode-event.ts';
import { filter } from './steps/filter.ts';
import { nameActions } from './steps/name-actions.ts';
import { symbolicate } from './steps/symbolicate.ts';

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
