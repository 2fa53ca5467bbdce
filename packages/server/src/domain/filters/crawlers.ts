import { limits, type EventPayload } from '@seismo/protocol';
import { visitorUserAgent } from '../normalize/user-agent.ts';

/** By name, from getsentry/relay, relay-filter `web_crawlers.rs` (read 2026-11), and any that calls itself bot or spider. */
const CRAWLER =
  /mediapartners-google|adsbot-google|googlebot|feedfetcher-google|google-inspectiontool|bingbot|bingpreview|baiduspider|slurp|sogou|facebookexternalhit|facebookcatalog|meta-externalagent|ia_archiver|slackbot-|slack-imgproxy|calypso appcrawler|pingdom|lyticsbot|aws security scanner|hubspot crawler|bytespider|better uptime|(?:bot|bots|spider)[/\s);]/i;
/** Slack's own requests, which belong to an integration and not to a preview. */
const NO_CRAWLER = /slackbot 1\.\d/i;

const memo = new Map<string, boolean>();

export function isCrawler(event: Pick<EventPayload, 'platform' | 'request'>, peerUserAgent: string | null): boolean {
  const userAgent = visitorUserAgent(event, peerUserAgent);
  if (!userAgent) return false;
  const name = userAgent.slice(0, limits.USER_AGENT_CHARS_MAX);
  const known = memo.get(name);
  if (known !== undefined) return known;
  const crawls = CRAWLER.test(name) && !NO_CRAWLER.test(name);
  if (memo.size >= limits.USER_AGENT_MEMO_COUNT_MAX) memo.clear();
  memo.set(name, crawls);
  return crawls;
}
