import { expect, test } from 'vitest';
import { channelProblems, rulesText } from './channel-words.ts';

const channel = (name: string, state: 'untested' | 'working' | 'failing' | 'silent', isReadable = true) => ({
  name,
  state,
  isReadable,
});

test('the rules that send to a channel', () => {
  expect(rulesText({ allRules: true, ruleCount: 0 })).toBe('All rules');
  expect(rulesText({ allRules: false, ruleCount: 1 })).toBe('1 rule');
  expect(rulesText({ allRules: false, ruleCount: 0 })).toBe('No rules: it receives no alerts');
});

test('channels that work or are new are no problem', () => {
  expect(channelProblems([channel('#web', 'working'), channel('Ops', 'untested')])).toEqual([]);
});

test('channels that fail, cannot be read or are silent are named', () => {
  expect(channelProblems([channel('#web', 'failing'), channel('Ops', 'untested', false)])).toEqual([
    '2 channels do not work: #web, Ops.',
  ]);
  expect(channelProblems([channel('#web', 'failing'), channel('Ops', 'silent')])).toEqual([
    '1 channel does not work: #web.',
    '1 channel has sent nothing for 30 days: Ops.',
  ]);
  const many = Array.from({ length: 7 }, (_, index) => channel(`c${index}`, 'failing'));
  expect(channelProblems(many)).toEqual(['7 channels do not work: c0, c1, c2, c3, c4 and 2 more.']);
});
