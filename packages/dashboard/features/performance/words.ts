import type { GroupView, NotableGroup, SpanKindName } from '@seismo/server';
import { duration } from '#features/traces/duration.ts';
import { decimal, percent, plural, precisePercent } from '#ui/count.ts';

/** Each kind with the heading of its names, what one of its spans is, and where they come from. */
export const kindWords: Record<SpanKindName, { name: string; one: string; span: string; sentBy: string }> = {
  pages: {
    name: 'Pages',
    one: 'Page',
    span: 'visit',
    sentBy: 'SDKs in the browser send page loads and navigations with browserTracingIntegration().',
  },
  endpoints: {
    name: 'Endpoints',
    one: 'Endpoint',
    span: 'request',
    sentBy: 'SDKs of servers send the requests that they answer, as http.server.',
  },
  actions: {
    name: 'Server actions',
    one: 'Server action',
    span: 'call',
    sentBy: 'Next.js reports server actions that are wrapped in Sentry.withServerActionInstrumentation().',
  },
  queries: {
    name: 'Queries',
    one: 'Query',
    span: 'query',
    sentBy: 'SDKs of servers send the queries of the database clients that they instrument, as db.',
  },
  requests: {
    name: 'Outgoing requests',
    one: 'Outgoing request',
    span: 'request',
    sentBy: 'SDKs send the requests that pages and servers make, as http.client.',
  },
  jobs: {
    name: 'Jobs',
    one: 'Job',
    span: 'run',
    sentBy: 'SDKs of workers send the messages and tasks that they process, as queue.process or queue.task.',
  },
};

/** `1 query`, `1,204 queries`. */
export const spansOf = (kind: SpanKindName, number: number): string => {
  const { span } = kindWords[kind];
  return plural(number, span, span.endsWith('y') ? `${span.slice(0, -1)}ies` : `${span}s`);
};

/** `1,204/min`, `12/h`, `2.5/day`: in the shortest time in which there is one. */
export function rate(perMinute: number): string {
  const rates: [number, string][] = [
    [perMinute, 'min'],
    [perMinute * 60, 'h'],
    [perMinute * 1440, 'day'],
  ];
  const [number, unit] = rates.find(([each]) => each >= 1) ?? rates.at(-1)!;
  return `${decimal(number >= 100 ? Math.round(number) : Number(number.toPrecision(2)))}/${unit}`;
}

export const orDash = (us: number | null): string => (us === null ? '–' : duration(us));

export const failureRate = (share: number): string => (share === 0 || share >= 0.01 ? precisePercent(share) : '<1%');

/** `+32%`, `−4%`, `3×`; `null` without anything before. */
export function changeText(current: number, previous: number): string | null {
  if (previous <= 0) return null;
  const ratio = current / previous;
  if (ratio >= 2) return `${decimal(Number(ratio.toPrecision(2)))}×`;
  const percents = Math.round(100 * (ratio - 1));
  return percents === 0 ? '±0%' : `${percents > 0 ? '+' : '−'}${Math.abs(percents)}%`;
}

/** Why a group is worth a look. */
export function reasonOf({ why, group }: NotableGroup, kind: SpanKindName): string {
  const { current, previous, timeShare } = group;
  switch (why) {
    case 'slower':
      return `p95 is ${orDash(current.p95)}, and was ${orDash(previous.p95)} in the time before.`;
    case 'failing':
      return `${failureRate(current.failureRate)} fail, and ${failureRate(previous.failureRate)} did in the time before.`;
    case 'slowest':
      return `p95 is ${orDash(current.p95)}, the slowest of those with ${spansOf(kind, 20)} or more.`;
    case 'time':
      return `Takes ${percent(timeShare, 1)} of the time of all ${kindWords[kind].name.toLowerCase()}.`;
  }
}

export const whyWords: Record<NotableGroup['why'], string> = {
  slower: 'Slower',
  failing: 'Fails more',
  slowest: 'Slowest',
  time: 'Most time',
};

/** What a group is part of: its service and project. */
export const placeOf = ({ service, project }: Pick<GroupView, 'service' | 'project'>): string =>
  service === '' || service === project.slug ? project.name : `${service} · ${project.name}`;
