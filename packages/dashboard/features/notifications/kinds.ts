import type { NotificationKind, NotificationTiming } from '@seismo/server';

interface KindText {
  name: string;
  /** When it is sent. */
  note: string;
  /** What a link to unsubscribe ends, after "Unsubscribe from". */
  plural: string;
}

/** In the order of the page. */
export const kinds: Record<NotificationKind, KindText> = {
  alerts: {
    name: 'Alerts',
    note: 'An alert rule that sends email to you fires.',
    plural: 'alerts',
  },
  assigned: {
    name: 'Assigned to you',
    note: 'An issue is assigned to you or to one of your teams.',
    plural: 'assignments',
  },
  mentioned: {
    name: 'Mentions',
    note: 'A comment mentions you or one of your teams.',
    plural: 'mentions',
  },
  comments: {
    name: 'Comments',
    note: 'An issue that you are subscribed to has a new comment.',
    plural: 'comments',
  },
  status: {
    name: 'Status changes',
    note: 'An issue that you are subscribed to is resolved, archived or reopened, regresses or escalates.',
    plural: 'status changes',
  },
};

export const kindNames = Object.keys(kinds) as NotificationKind[];

export const timings: [value: NotificationTiming, name: string][] = [
  ['now', 'At once'],
  ['daily', 'Daily'],
  ['off', 'Off'],
];
