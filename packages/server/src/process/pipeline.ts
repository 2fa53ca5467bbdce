import { asFeedback } from './steps/as-feedback.ts';
import { assignGroup } from './steps/assign-group.ts';
import { collectTexts } from './steps/collect-texts.ts';
import { correctClock } from './steps/correct-clock.ts';
import { encodeEvent } from './steps/encode-event.ts';
import { encodeFeedback } from './steps/encode-feedback.ts';
import { filterSender } from './steps/filter-sender.ts';
import { filter } from './steps/filter.ts';
import { foldSession } from './steps/fold-session.ts';
import { identifyEvent } from './steps/identify-event.ts';
import { joinEvent } from './steps/join-event.ts';
import { limitSize } from './steps/limit-size.ts';
import { nameActions } from './steps/name-actions.ts';
import { normalize } from './steps/normalize.ts';
import { noteClientReport } from './steps/note-client-report.ts';
import { parse } from './steps/parse.ts';
import { readFeedback } from './steps/read-feedback.ts';
import { scrub } from './steps/scrub.ts';
import { symbolicate } from './steps/symbolicate.ts';
import type { Pipeline } from './work.ts';

/** What happens to an item, in order, by the name that metrics have for each step: a bundler may rename functions. A kind that is not here is counted as `unsupported:<kind>` and let go. */
export const pipeline = {
  event: {
    limitSize,
    parse,
    identifyEvent,
    correctClock,
    normalize,
    filter,
    scrub,
    symbolicate,
    nameActions,
    assignGroup,
    collectTexts,
    encodeEvent,
  },
  attachment: { limitSize, joinEvent },
  feedback: {
    limitSize,
    parse,
    identifyEvent,
    correctClock,
    normalize,
    readFeedback,
    filterSender,
    scrub,
    encodeFeedback,
  },
  user_report: {
    limitSize,
    parse,
    asFeedback,
    correctClock,
    normalize,
    readFeedback,
    filterSender,
    scrub,
    encodeFeedback,
  },
  session: { limitSize, parse, correctClock, foldSession },
  sessions: { limitSize, parse, correctClock, foldSession },
  client_report: { limitSize, parse, noteClientReport },
} as const satisfies Pipeline;
