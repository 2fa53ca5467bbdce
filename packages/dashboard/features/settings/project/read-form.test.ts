import { expect, test } from 'vitest';
import { readFilters, readGrouping, readPrivacy, readTraceRule } from './read-form.ts';

function form(entries: [string, string][]): FormData {
  const made = new FormData();
  for (const [name, value] of entries) made.append(name, value);
  return made;
}

test('a box that is not ticked is not sent, and means off', () => {
  const filters = readFilters(form([['crawlers', 'on']]));
  expect({ crawlers: filters.crawlers, noise: filters.scriptError }).toEqual({ crawlers: true, noise: false });
  expect(readPrivacy(form([['defaults.user', 'on']])).defaults).toMatchObject({ user: true, request: false });
});

test('lists are lines, without empty ones', () => {
  expect(readFilters(form([['messages', 'a*\r\n\r\n b \n']])).messages).toEqual(['a*', 'b']);
  expect(
    readFilters(
      form([
        ['legacyBrowsers.ie', '12'],
        ['legacyBrowsers.safari', ' '],
      ]),
    ).legacyBrowsers,
  ).toEqual({ ie: 12 });
});

test('a share of traces is percent, and a threshold seconds; empty fields are no number and no threshold', () => {
  const rule = (tracePercent: string, slowSeconds: string) =>
    readTraceRule(
      form([
        ['tracePercent', tracePercent],
        ['slowSeconds', slowSeconds],
      ]),
    );
  expect(rule('12.5', '1.5')).toEqual({ traceShare: 0.125, slowTraceMs: 1500 });
  expect(rule('0', '')).toEqual({ traceShare: 0, slowTraceMs: null });
  expect(rule('0.07', '')).toEqual({ traceShare: 0.0007, slowTraceMs: null });
  expect(rule(' ', 'x')).toEqual({ traceShare: Number.NaN, slowTraceMs: Number.NaN });
});

test('rows stay together', () => {
  const sampling = readFilters(
    form([
      ['sampling.samplePercent', '10'],
      ['sampling.levels', 'info'],
      ['sampling.releases', 'a, b'],
      ['sampling.environments', ''],
      ['sampling.transactions', '/health*'],
      ['sampling.samplePercent', '50'],
      ['sampling.levels', ''],
      ['sampling.releases', ''],
      ['sampling.environments', 'dev'],
      ['sampling.transactions', ''],
    ]),
  ).sampling;
  expect(sampling).toEqual([
    { samplePercent: 10, levels: ['info'], releases: ['a', 'b'], environments: [], transactions: ['/health*'] },
    { samplePercent: 50, levels: [], releases: [], environments: ['dev'], transactions: [] },
  ]);
  const { rules } = readPrivacy(
    form([
      ['rules.type', 'email'],
      ['rules.pattern', ''],
      ['rules.source', '**'],
      ['rules.method', 'hash'],
    ]),
  );
  expect(rules).toEqual([{ type: 'email', pattern: '', source: '**', method: 'hash' }]);
});

test('rules keep their lines', () => {
  expect(
    readGrouping(
      form([
        ['fingerprintRules', 'a\r\nb'],
        ['stackRules', 'c'],
      ]),
    ),
  ).toEqual({
    fingerprintRules: 'a\nb',
    stackRules: 'c',
  });
});
