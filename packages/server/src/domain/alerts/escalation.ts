import type { UserId } from '@seismo/protocol';

/** Whom a rule reports an alert to that was not acknowledged in time. */
export interface Escalation {
  afterMs: number;
  /** By email. */
  userIds: UserId[];
  channelIds: number[];
}
