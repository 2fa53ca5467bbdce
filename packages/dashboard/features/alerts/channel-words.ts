import type { ChannelView } from '@seismo/server';
import { plural } from '#ui/count.ts';

type Content = ChannelView['content'];

/** How much of an issue a channel receives. `hint`: what leaves the server. */
export const contentLevels: readonly { value: Content; name: string; hint: string }[] = [
  {
    value: 'everything',
    name: 'Everything',
    hint: 'Title, message, culprit, level, counts, release, project and rules, with a link.',
  },
  {
    value: 'title',
    name: 'Title only',
    hint: 'Title, ID and project of the issue, and why the rules fired, with a link.',
  },
  { value: 'link', name: 'Link only', hint: 'Why the rules fired, with a link. No text from events.' },
];

export const contentTexts: Record<Content, string> = {
  everything: 'Sends everything',
  title: 'Sends titles only',
  link: 'Sends links only',
};

export const channelStates = {
  untested: { name: 'Not tested', tone: 'plain' },
  working: { name: 'Working', tone: 'good' },
  failing: { name: 'Failing', tone: 'error' },
  silent: { name: 'Nothing sent for 30 days', tone: 'warning' },
} as const satisfies Record<ChannelView['state'], { name: string; tone: string }>;

/** Which rules send to a channel. */
export function rulesText({ allRules, ruleCount }: Pick<ChannelView, 'allRules' | 'ruleCount'>): string {
  if (allRules) return 'All rules';
  return ruleCount > 0 ? plural(ruleCount, 'rule') : 'No rules: it receives no alerts';
}

type Health = Pick<ChannelView, 'name' | 'state' | 'isReadable'>;

/** What is wrong with channels, in a sentence for each problem. */
export function channelProblems(channels: readonly Health[]): string[] {
  const broken = channels.filter(({ state, isReadable }) => state === 'failing' || !isReadable);
  const silent = channels.filter((channel) => channel.state === 'silent' && !broken.includes(channel));
  return [
    ...(broken.length > 0
      ? [`${plural(broken.length, 'channel does', 'channels do')} not work: ${namesOf(broken)}.`]
      : []),
    ...(silent.length > 0
      ? [`${plural(silent.length, 'channel has', 'channels have')} sent nothing for 30 days: ${namesOf(silent)}.`]
      : []),
  ];
}

const NAME_COUNT_MAX = 5;

function namesOf(channels: readonly Health[]): string {
  const names = channels.slice(0, NAME_COUNT_MAX).map(({ name }) => name);
  const more = channels.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
