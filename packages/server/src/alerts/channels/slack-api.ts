import { urlUnder } from './http-settings.ts';
import type { ChannelRequest } from './channel.ts';

export const SLACK = 'https://slack.com';

/** What a Slack app needs to call Slack. `server`: of a workspace that has its own, such as GovSlack. */
export interface SlackApp {
  token: string;
  server?: string | undefined;
}

/** A call of a method of the Web API (docs.slack.dev/apis/web-api). */
export function slackRequest({ token, server = SLACK }: SlackApp, method: string, body: object): ChannelRequest {
  return {
    url: urlUnder(server, `/api/${method}`),
    headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  };
}
