import type { OrganizationId, UserId } from '@seismo/protocol';

/** Users of Slack who linked their Seismo account, so that buttons in Slack act as it in one organization. */
export interface SlackReads {
  /** In order of creation. */
  slackUsersOf(userId: UserId): Promise<SlackUser[]>;
  slackUser(of: Pick<SlackUser, 'organizationId' | 'workspaceId' | 'slackId'>): Promise<SlackUser | null>;
}

export interface SlackWrites {
  /** Replaces the link of the same user of Slack in the same organization. */
  linkSlackUser(user: NewSlackUser): Promise<void>;
  unlinkSlackUser(id: number): Promise<void>;
}

/** Texts in links, sealed with the key file. */
export interface SlackLinkTokens {
  slackLinkToken(link: SlackLink): Promise<string>;
  /** `null` if this server did not make it, or has another key by now. */
  readSlackLinkToken(token: string): Promise<SlackLink | null>;
}

export interface SlackUser {
  id: number;
  userId: UserId;
  /** Whose channel has the signing secret that vouches for the user of Slack. */
  organizationId: OrganizationId;
  /** Of the workspace and of the user in it, as Slack has them, such as `T012AB3C4` and `U012AB3C4`. */
  workspaceId: string;
  slackId: string;
  /** When it was linked. */
  name: string;
  workspace: string;
  createdAtMs: number;
}

export type NewSlackUser = Omit<SlackUser, 'id'>;

/** What a link to the page that links an account says. Slack has signed that this user asked for it. */
export interface SlackLink extends Omit<NewSlackUser, 'userId' | 'createdAtMs'> {
  expiresAtMs: number;
}
