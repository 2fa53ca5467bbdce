import { stepsFrom, type Item } from '#pipeline/steps.ts';
import { correctClock } from '../common/correct-clock.ts';
import { identifyEvent } from '../common/identify-event.ts';
import { limitSize } from '../common/limit-size.ts';
import { normalize } from '../common/normalize.ts';
import { parse } from '../common/parse.ts';
import { scrub } from '../common/scrub.ts';
import { asFeedback } from './steps/as-feedback.ts';
import { encodeFeedback } from './steps/encode-feedback.ts';
import { filterSender } from './steps/filter-sender.ts';
import { readFeedback } from './steps/read-feedback.ts';

const read = stepsFrom<Item>().step({ limitSize }).step({ parse });

export const feedbackSteps = read
  .step({ identifyEvent })
  .step({ correctClock })
  .step({ normalize })
  .step({ readFeedback })
  .step({ filterSender })
  .step({ scrub })
  .step({ encodeFeedback });

/** Reports of SDKs 7 and 8. */
export const userReportSteps = read
  .step({ asFeedback })
  .step({ correctClock })
  .step({ normalize })
  .step({ readFeedback })
  .step({ filterSender })
  .step({ scrub })
  .step({ encodeFeedback });
