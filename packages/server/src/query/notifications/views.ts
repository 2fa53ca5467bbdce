import type { ProjectId } from '@seismo/protocol';
import type { NotificationKind, NotificationSettings } from '#domain/notifications/settings.ts';

export type { NotificationKind, NotificationSettings, NotificationTiming } from '#domain/notifications/settings.ts';

export interface NotificationSettingsView {
  settings: NotificationSettings;
  /** Whether the user has saved any. */
  isSaved: boolean;
  /** Of all organizations that the viewer reaches, by name. */
  projects: NotifiedProject[];
  /** Whether this server can send email. */
  hasEmail: boolean;
}

/** A browser in which the viewer gets notifications. */
export interface BrowserView {
  id: number;
  /** Such as "Chrome on Linux". */
  name: string;
  createdAtMs: number;
  lastSentAtMs: number | null;
  /** Of the push service, to the last attempt that ended. */
  lastAttempt: { atMs: number; answer: string; isSent: boolean } | null;
  /** Whether the session of the request turned it on. */
  isThis: boolean;
}

/** A user of Slack who acts as the viewer. */
export interface SlackUserView {
  id: number;
  /** As Slack had them when the account was linked. */
  name: string;
  workspace: string;
  /** The name of the only organization in which they do. */
  organization: string;
  createdAtMs: number;
}

export interface NotifiedProject {
  id: ProjectId;
  slug: string;
  name: string;
  /** The name of its organization. */
  organization: string;
}

/** What the holder of a link to unsubscribe sees, without a session. */
export type UnsubscriptionView = {
  /** The address that gets the email, shortened: `a…@example.com`. */
  email: string;
  /** Whether the user has already unsubscribed. */
  isDone: boolean;
} & ({ from: 'issue'; shortId: string } | { from: 'kind'; kind: NotificationKind } | { from: 'weekly-report' });
