import { limits, type UserId } from '@seismo/protocol';
import type { Clock } from '#platform/clock.ts';
import { Refusal } from '#platform/refusal.ts';
import { setNewest } from '#platform/set-newest.ts';

/**
 * Counts by network address how often something is requested that costs the server more than the sender. The counts of
 * the current window are in memory: a restart resets them, and each server process allows as many.
 */
export interface RequestThrottle {
  /** Throws `too-many`. */
  enter(address: string | null): void;
}

/** For shared links: limits attempts to guess them. */
export function createOpeningThrottle(clock: Clock): RequestThrottle {
  return createRequestThrottle(
    clock,
    limits.SHARE_OPENING_COUNT_MAX,
    'Too many shared links were opened from your IP address. Wait a minute, then try again.',
  );
}

/** For sign-ins through identity providers: each may make the server send requests. */
export function createSignOnThrottle(clock: Clock): RequestThrottle {
  return createRequestThrottle(
    clock,
    limits.SIGN_ON_COUNT_MAX,
    'Too many single sign-on attempts from your IP address. Wait a minute, then try again.',
  );
}

/** For mail with invitations: a user must not fill a mailbox through Seismo, or send to a list of addresses. */
export interface InvitationThrottle {
  /** Throws `too-many`. */
  enter(invitedBy: UserId, email: string): void;
}

export function createInvitationThrottle(clock: Clock): InvitationThrottle {
  const windowMs = limits.INVITATION_MAIL_WINDOW_MS;
  const byAddress = createRequestThrottle(
    clock,
    limits.INVITATION_MAIL_COUNT_MAX,
    'This address got too many invitations within an hour.',
    windowMs,
  );
  const byUser = createRequestThrottle(
    clock,
    limits.INVITATION_MAIL_USER_COUNT_MAX,
    'You sent too many invitations within an hour.',
    windowMs,
  );
  return {
    enter(invitedBy, email) {
      byAddress.enter(email.toLowerCase());
      byUser.enter(String(invitedBy));
    },
  };
}

function createRequestThrottle(
  clock: Clock,
  countMax: number,
  message: string,
  windowMs: number = limits.REQUEST_WINDOW_MS,
): RequestThrottle {
  const windows = new Map<string, { sinceMs: number; requests: number }>();
  return {
    enter(address) {
      const [name, nowMs] = [address ?? '', clock.now()];
      const before = windows.get(name);
      const isOver = !before || nowMs - before.sinceMs >= windowMs;
      const current = isOver ? { sinceMs: nowMs, requests: 0 } : before;
      current.requests++;
      setNewest(windows, name, current, limits.REQUEST_ADDRESSES_TRACKED_COUNT_MAX);
      if (current.requests > countMax) throw new Refusal('too-many', message);
    },
  };
}
