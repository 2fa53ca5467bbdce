import { asFeedback } from './feedback/steps/as-feedback.ts';
import { assignGroup } from './errors/steps/assign-group.ts';
import { collectTexts } from './errors/steps/collect-texts.ts';
import { correctClock } from './common/correct-clock.ts';
import { encodeEvent } from './errors/steps/encode-event.ts';
import { encodeFeedback } from './feedback/steps/encode-feedback.ts';
import { filterSender } from './feedback/steps/filter-sender.ts';
import { filter } from './errors/steps/filter.ts';
import { foldSession } from './sessions/steps/fold-session.ts';
import { identifyEvent } from './common/identify-event.ts';
import { joinEvent } from './attachments/steps/join-event.ts';
import { limitSize } from './common/limit-size.ts';
import { nameActions } from './errors/steps/name-actions.ts';
import { normalize } from './common/normalize.ts';
import { noteClientReport } from './client-reports/steps/note-client-report.ts';
import { parse } from './common/parse.ts';
import { readFeedback } from './feedback/steps/read-feedback.ts';
import { scrub } from './common/scrub.ts';
import { symbolicate } from './errors/steps/symbolicate.ts';
import type { Pipeline } from '#pipeline/work.ts';

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
