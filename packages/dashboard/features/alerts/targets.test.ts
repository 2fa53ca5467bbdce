import { expect, test } from 'vitest';
import { channelsOf, reachesNoOne } from './targets.ts';

const ops = { id: 1, allRules: true };
const web = { id: 2, allRules: false };

test('a rule sends to its own channels and to those of all rules', () => {
  expect(channelsOf({ channelIds: [2] }, [ops, web])).toEqual([ops, web]);
  expect(channelsOf({ channelIds: [] }, [ops, web])).toEqual([ops]);
});

test('a rule reaches no one without a channel, unless it sends email that is on', () => {
  const rule = { toTeam: true, channelIds: [] };
  expect(reachesNoOne(rule, [web], true)).toBe(false);
  expect(reachesNoOne(rule, [web], false)).toBe(true);
  expect(reachesNoOne({ ...rule, toTeam: false }, [web], true)).toBe(true);
  expect(reachesNoOne({ toTeam: false, channelIds: [2] }, [web], false)).toBe(false);
  expect(reachesNoOne({ toTeam: false, channelIds: [] }, [ops], false)).toBe(false);
});
