import type { Signal } from '#pipeline/signal.ts';
import { openAttachments } from './attachments/write.ts';
import { openClientReports } from './client-reports/write.ts';
import { openEndUsers } from './end-users/write.ts';
import { openErrors } from './errors/write.ts';
import { openFeedback } from './feedback/write.ts';
import { openSessions } from './sessions/write.ts';
import { openSpans } from './spans/write.ts';

/** The signals that the pipeline processes. Other item kinds are counted as `unsupported:<kind>`. */
export const signals: readonly Signal[] = [
  openErrors,
  openFeedback,
  openSessions,
  openSpans,
  openAttachments,
  openClientReports,
  openEndUsers,
];
