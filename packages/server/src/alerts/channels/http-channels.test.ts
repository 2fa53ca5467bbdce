import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { channelKinds, contentLevels, type ChannelField, type ChannelKind } from '#domain/alerts/channel-kinds.ts';
import type { AlertedIssue, AlertedMetric, AlertedRelease, AlertMessage, ReleaseIssues } from '../message.ts';
import type { ChannelRequest, ChannelSettings } from './channel.ts';
import { escapedMarkdown } from './discord.ts';
import { escapedHtml } from './google-chat.ts';
import { httpChannels } from './http-channels.ts';
import {
  issue,
  kinds,
  messageOf,
  metric,
  metricsMessageOf,
  notice,
  release,
  releaseIssues,
  releasesMessageOf,
  requestOf,
  settingsFor,
  signingKey,
  slackSigningSecret,
  slackToken,
  token,
} from './http-channels.fixture.ts';
import { unlinked } from './http-text.ts';
import { codeSpan } from './mattermost.ts';
import { escapedMrkdwn } from './slack.ts';

const golden = join(import.meta.dirname, '../../../../../tests/golden/channels');

const other: AlertedIssue = {
  ...issue,
  id: 8,
  shortId: 'API-2',
  title: 'Timeout',
  detail: '',
  culprit: '',
  level: 'fatal',
  project: 'api',
  url: 'https://seismo.example/issues/8',
  reasons: [{ trigger: 'new-issue', condition: '', ruleNames: [] }],
  eventCount: 1,
  userCount: 0,
  release: '',
  isFlapping: true,
};

const over: AlertedMetric = {
  ...metric,
  ruleId: 4,
  ruleName: 'Crashes',
  project: 'api',
  url: 'https://seismo.example/alerts/6',
  level: 'ok',
  condition: 'Crash-free sessions above 99.5% in 4 hours',
  reading: '99.8% of sessions without a crash in 4 hours',
  query: '',
  environments: [],
};

const good: AlertedRelease = {
  ...release,
  summaryId: 10,
  project: 'api',
  version: 'api@7',
  environment: '',
  url: 'https://seismo.example/releases/api%407',
  alertUrl: 'https://seismo.example/alerts/6',
  rating: 'good',
  reasons: ['No more error events than usual: 3 in 1 hour, and the usual count is 4.'],
  ruleNames: [],
  changes: [{ name: 'Error events', value: '3, and usually 4' }],
  newIssues: releaseIssues(0, 'API'),
  regressedIssues: releaseIssues(0, 'API'),
  goneIssues: releaseIssues(2, 'API'),
};

const bodyOf = (request: ChannelRequest): unknown => JSON.parse(request.body);
/** Of any form: the tests name what they expect in it. */
type Json = ReturnType<typeof JSON.parse>;
const anyOf = (kind: ChannelKind) => (message: AlertMessage) => bodyOf(requestOf(kind, message)) as Json;

const acknowledgeable = {
  acknowledgeUrl: 'https://seismo.example/alerts/5',
  escalatesAtMs: Date.UTC(2026, 10, 27, 22, 30),
  isEscalation: false,
};
const escalating = { ...issue, ...acknowledgeable };
const escalated = { ...escalating, escalatesAtMs: null, isEscalation: true };
const resolved = { ...issue, isResolved: true };

const unbroken = (text: string): string => text.replaceAll('\u2060', '');

/** As a file, with the invisible characters in sight. */
const visible = (value: unknown) => `${JSON.stringify(value, null, 2).replaceAll('\u2060', '\\u2060')}\n`;

// ─── Shapes ────────────────────────────────────────────────────────────────────────────────────────────────────────

describe.each(kinds)('%s', (kind) => {
  test('requests have the recorded form', async () => {
    const requests = {
      'one issue': requestOf(kind, messageOf([issue])),
      'one issue, title': requestOf(kind, messageOf([issue]), { content: 'title' }),
      'one issue, link': requestOf(kind, messageOf([issue]), { content: 'link' }),
      digest: requestOf(kind, messageOf([issue, other], 14)),
      'digest, link': requestOf(kind, messageOf([issue, other], 14), { content: 'link' }),
      'an issue that escalates': requestOf(kind, messageOf([escalating])),
      'an issue that was not acknowledged': requestOf(kind, messageOf([escalated])),
      'a resolved issue': requestOf(kind, messageOf([resolved])),
      'a resolved issue, link': requestOf(kind, messageOf([resolved]), { content: 'link' }),
      'resolved issues': requestOf(kind, messageOf([resolved, { ...resolved, id: 8 }])),
      'a metric that escalates': requestOf(kind, metricsMessageOf([{ ...metric, ...acknowledgeable }])),
      'a metric that was not acknowledged': requestOf(kind, metricsMessageOf([{ ...metric, isEscalation: true }])),
      notice: requestOf(kind, notice),
      'one metric': requestOf(kind, metricsMessageOf([metric])),
      'one metric, title': requestOf(kind, metricsMessageOf([metric]), { content: 'title' }),
      'one metric, link': requestOf(kind, metricsMessageOf([metric]), { content: 'link' }),
      'one metric that is over': requestOf(kind, metricsMessageOf([over])),
      'digest of metrics': requestOf(kind, metricsMessageOf([metric, over], 14)),
      'digest of metrics, link': requestOf(kind, metricsMessageOf([metric, over], 14), { content: 'link' }),
      'a bad release': requestOf(kind, releasesMessageOf([release])),
      'a bad release, title': requestOf(kind, releasesMessageOf([release]), { content: 'title' }),
      'a bad release, link': requestOf(kind, releasesMessageOf([release]), { content: 'link' }),
      'a good release': requestOf(kind, releasesMessageOf([good])),
      'a release that escalates': requestOf(kind, releasesMessageOf([{ ...release, ...acknowledgeable }])),
      'a release that was not acknowledged': requestOf(kind, releasesMessageOf([{ ...release, isEscalation: true }])),
      'digest of releases': requestOf(kind, releasesMessageOf([release, good], 14)),
      'digest of releases, title': requestOf(kind, releasesMessageOf([release, good], 14), { content: 'title' }),
      'digest of releases, link': requestOf(kind, releasesMessageOf([release, good], 14), { content: 'link' }),
    };
    const recorded = Object.entries(requests).map(([name, request]) => [name, { ...request, body: bodyOf(request) }]);
    await expect(visible(Object.fromEntries(recorded))).toMatchFileSnapshot(join(golden, `${kind}.json`));
  });

  test('the fields of the kind are those of its settings', () => {
    const { settings } = httpChannels[kind];
    const fields: readonly ChannelField[] = channelKinds[kind].fields;
    const valid = settingsFor(kind, 'https://receiver.example');
    expect(settings.parse(valid)).toEqual(valid);
    expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(valid).toSorted());
    for (const { name, isRequired, options } of fields) {
      const { [name]: _, ...without } = valid;
      for (const given of [without, { ...without, [name]: '' }, { ...without, [name]: ' ' }]) {
        const read = settings.safeParse(given);
        expect(read.success, name).toBe(!isRequired);
        if (read.success) expect(read.data).toEqual(without);
        // The words of the schema, not of its library.
        else expect(read.error.issues.map(({ message }) => message).join('; ')).toMatch(/^(Enter|Choose) .*\.$/);
      }
      for (const { value } of options ?? []) {
        expect(settings.safeParse({ ...valid, [name]: value }).success, value).toBe(true);
      }
    }
    const unknown = settings.safeParse({ ...valid, channel: '#general' });
    expect(unknown.error?.issues[0]?.message).toBe('This kind of channel has no field “channel”.');
    for (const given of [null, undefined, 'x', [], 7]) expect(settings.safeParse(given).success).toBe(false);
  });

  test('the address has no secrets', () => {
    const settings = settingsFor(kind, 'https://receiver.example:8443');
    const address = httpChannels[kind].address(settings);
    expect(address).toContain('receiver.example:8443');
    expect(address).not.toMatch(/T0KEN|AbCdEf|R0123|correct/);
  });
});

// ─── Settings ──────────────────────────────────────────────────────────────────────────────────────────────────────

const badUrls = [
  '',
  'receiver.example',
  'ftp://receiver.example/x',
  'javascript:alert(1)',
  'https://',
  'https:receiver.example',
  'https://user@receiver.example/',
  'https://user:password@receiver.example/',
  'https://receiver.example/a b',
  'https://receiver.example/a\nb',
  `https://receiver.example/${'x'.repeat(2048)}`,
];

const settingsTable: [kind: ChannelKind, field: string, good: string[], bad: string[]][] = [
  ...kinds
    .filter((kind) => 'url' in settingsFor(kind, ''))
    .map((kind): [ChannelKind, string, string[], string[]] => [
      kind,
      'url',
      ['https://receiver.example/x?y=z', 'http://10.0.0.1:8065/hooks/x', 'HTTPS://receiver.example'],
      badUrls,
    ]),
  ...(['slack-app', 'telegram', 'ntfy', 'pagerduty'] as const).map(
    (kind): [ChannelKind, string, string[], string[]] => [
      kind,
      'server',
      ['https://receiver.example', 'http://localhost:8080/base/'],
      [...badUrls.slice(1), 'https://receiver.example/?x=y', 'https://receiver.example/#x'],
    ],
  ),
  [
    'slack-app',
    'token',
    [slackToken],
    ['', 'x', 'xoxb-short', 'xoxp-123456789012-AbCd', `${slackToken} x`, `${slackToken}\nx: y`],
  ],
  ['slack-app', 'channelId', ['C0123456789', 'G0123456789'], ['', '#web', 'c0123456789', 'U0123456789', 'C01/../x']],
  [
    'slack-app',
    'signingSecret',
    [slackSigningSecret],
    ['x', slackSigningSecret.toUpperCase(), `${slackSigningSecret}-`],
  ],
  [
    'telegram',
    'token',
    [token],
    ['', 'x', '123456:short', token.replace(':', ''), `bot${token}`, `${token}/../x`, `1:${'a'.repeat(300)}`],
  ],
  ['telegram', 'chatId', ['-1001234567890', '42', '@acme_alerts'], ['', 'acme', '@ab', '@a b', '1.5', '--1', '1e5']],
  ['ntfy', 'topic', ['a', 'acme-alerts_7', 'x'.repeat(64)], ['', 'a/b', 'a b', 'ä', 'x'.repeat(65), '../x']],
  ['ntfy', 'token', ['tk_abc'], ['a b', 'a\r\nx-header: y', 'ä', 'x'.repeat(201)]],
  [
    'pagerduty',
    'routingKey',
    ['R0123456789abcdefghijklmnopqrstu'],
    ['', 'x'.repeat(31), 'x'.repeat(33), '-'.repeat(32)],
  ],
  ['webhook', 'secret', ['x'.repeat(16), 'with space and ünïcode'], ['', 'x'.repeat(15), 'x'.repeat(501)]],
  ['webhook', 'format', ['seismo', 'sentry'], ['', 'slack', 'Seismo']],
];

test.each(settingsTable)('settings of %s: %s', (kind, field, good, bad) => {
  const { settings } = httpChannels[kind];
  const valid = settingsFor(kind, 'https://receiver.example');
  for (const value of good) {
    expect(settings.parse({ ...valid, [field]: value })[field], value).toBe(value);
    if (field !== 'secret' && field !== 'format')
      expect(settings.parse({ ...valid, [field]: ` ${value}\n` })[field], value).toBe(value);
  }
  for (const value of bad) {
    const read = settings.safeParse({ ...valid, [field]: value });
    expect(read.success, value).toBe(false);
    for (const { message } of read.error!.issues) expect(message).toMatch(/^(Enter|Remove|Choose) .*\.$/);
  }
});

// ─── Hostile texts ─────────────────────────────────────────────────────────────────────────────────────────────────

const attacks = {
  'list with hyphen': '- x',
  'list with plus': '+ x',
  'ordered list': '12. x',
  heading: '# x',
  subtext: '-# x',
  quote: '>>> x',
  command: '/start x',
  'Slack mentions': 'x <!channel> <!here> <!everyone> <@U012AB3CD> <#C012AB3CD> <!subteam^S1>',
  'Slack link': 'x <https://evil.example|View issue>',
  mentions: 'x @everyone @here @channel @all @ann.smith <@123> <@&123> <#123> </a:1> <t:1:R> <:a:1>',
  'Google Chat mentions': 'x <users/all> <users/123456789012345678901>',
  'Teams mention': 'x <at>Ann</at> {{DATE(2017-02-14T06:00:00Z, SHORT)}} ${data}',
  addresses:
    'x https://evil.example/login http://evil.example www.evil.example evil.example/x tg://resolve?domain=evil mailto:eve@evil.example discord.gg/evil',
  Telegram: 'x /start@evilbot #tag $USD @evil_user +49123456789 4111111111111111',
  'Markdown link': 'x [View issue](https://evil.example) ![x](https://evil.example/x.png) [x]: https://evil.example',
  Markdown: 'x **bold** _it_ ~~s~~ ||spoiler|| `code` ``code`` ```js x``` > quote # heading - item 1. item * item \\',
  backslashes: 'x \\** \\\\** \\[View issue](https://evil.example) \\` \\',
  'code spans': 'x` [View issue](https://evil.example) ` `` @all',
  HTML: 'x <img src=x onerror=alert(1)></a><a href="https://evil.example">View issue</a><script>y</script><br><b>"\'&amp;&lt;',
  'line breaks': 'x\r\nIssue: FAKE-1\n\nView issue: https://evil.example\u2028Level: Debug\u2029\u0085y\vz\fw',
  direction: 'x \u202Etxt.exe\u202C \u2066y\u2069 \u200E\u200F\u061C z',
  controls: 'x \0\x07\x1B[31m\x7F\x9F y',
  'lone surrogates': 'x \ud83d y \ude00 z',
  JSON: 'x","text":"y"},{"type":"button"}]}',
};

const harmless = 'some words';

function withText(text: string, given: AlertedIssue = issue): AlertedIssue {
  return {
    ...given,
    shortId: text,
    title: text,
    detail: text,
    culprit: text,
    project: text,
    release: text,
    reasons: [{ trigger: 'new-issue', condition: '', ruleNames: [text] }],
  };
}

function metricWithText(text: string, given: AlertedMetric = metric): AlertedMetric {
  const measured = { condition: text, reading: text, isOwnWords: false };
  return { ...given, ...measured, ruleName: text, project: text, query: text, environments: [text, text] };
}

/** `url`: its address is encoded, and has a test of its own. */
function releaseWithText(text: string, given: AlertedRelease = release): AlertedRelease {
  const withTexts = ({ count, issues }: ReleaseIssues): ReleaseIssues => ({
    count,
    issues: issues.map((each) => ({ ...each, shortId: text, title: text, detail: text })),
  });
  return {
    ...given,
    project: text,
    version: text,
    environment: text,
    ruleNames: [text, text],
    newIssues: withTexts(given.newIssues),
    regressedIssues: withTexts(given.regressedIssues),
    goneIssues: withTexts(given.goneIssues),
  };
}

const hostileMessages: Record<string, (text: string) => AlertMessage> = {
  issue: (text) => messageOf([withText(text)]),
  digest: (text) => messageOf([withText(text), withText(text, other)], 14),
  metric: (text) => metricsMessageOf([metricWithText(text)]),
  'digest of metrics': (text) => metricsMessageOf([metricWithText(text), metricWithText(text, over)], 14),
  release: (text) => releasesMessageOf([releaseWithText(text)]),
  'digest of releases': (text) => releasesMessageOf([releaseWithText(text), releaseWithText(text, good)], 14),
  notice: (text) => ({
    ...(notice as typeof notice & { about: 'notice' }),
    title: text,
    text: [text, text],
    why: text,
  }),
};

const URLS = /https:\/\/seismo\.example\/(issues\/\d+|releases\/[\w%.]+|alerts(\/\d+)?)/g;
/** A mention, an address or a placeholder that a program would recognize in plain text. */
const LIVE = /@[\w.]|:\/\/|\{\{|\w\.[a-z]{2}/i;

/** Every text of the JSON with the names of its parents. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    textsOf(part, Array.isArray(value) ? `${path}[]` : `${path}.${name}`),
  );
}

/** All of a request that a program reads as more than the words of a text: it must not depend on these words. */
const structureOf: Record<ChannelKind, (body: Json) => unknown> = {
  slack: ({ text, ...body }) => {
    expect(text.replace(/&(amp|lt|gt);/g, '')).not.toMatch(/[<>&]/);
    expect(text).not.toMatch(LIVE);
    return replaced(body, (path) => path.endsWith('.text') && !path.endsWith('.url'), ours);
  },
  'slack-app': ({ channel, ...body }) => {
    expect(channel).toBe('C0123456789');
    return structureOf.slack(body);
  },
  discord: ({ content, embeds, ...body }) => {
    expect(body).toEqual({ allowed_mentions: { parse: [] } });
    expect(Object.keys(embeds[0]).toSorted()).toEqual(['color', 'description']);
    // Pairs of a backslash and a sign first: what remains is markup.
    return [content, embeds[0].description].map((text: string) =>
      text.replace(/\\[^A-Za-z0-9\s]/g, 'x').match(/[*_~`|<>@#[\]()\n\\]|https?:\/\/\S*|^([-+]|\d+\.)/gm),
    );
  },
  teams: (body) => {
    for (const [path, text] of textsOf(body)) {
      if (/\.(text|fallbackText)$/.test(path)) expect(text).not.toMatch(LIVE);
    }
    return replaced(body, (path) => /\.(text|fallbackText)$/.test(path), ours);
  },
  'google-chat': ({ fallbackText, ...body }) => {
    expect(fallbackText).not.toMatch(LIVE);
    return textsOf(body).map(([path, text]) => {
      if (!path.endsWith('textParagraph.text')) return [path, text];
      expect(text.replace(/<[^>]*>/g, ' ')).not.toMatch(LIVE);
      return [path, text.match(/<[^>]*>/g), text.replace(/<[^>]*>|&(amp|lt|gt|quot|#39);/g, '').match(/[<>&"']/g)];
    });
  },
  mattermost: ({ text, ...body }) => {
    expect(text.replaceAll(URLS, '')).not.toMatch(LIVE);
    return [body, text.replace(/`[^`\n]*`/g, 'words')];
  },
  telegram: ({ text, entities, ...body }) => {
    let end = 0;
    const outside = entities.map((entity: Json) => {
      const part = text.slice(end, entity.offset);
      expect(entity.offset).toBeGreaterThanOrEqual(end);
      expect(entity.length).toBeGreaterThan(0);
      end = entity.offset + entity.length;
      return [part, entity.type, entity.url];
    });
    return [body, outside, text.slice(end)];
  },
  ntfy: ({ title, message, ...body }) => {
    expect(title).not.toMatch(LIVE);
    expect(message).not.toMatch(LIVE);
    return [body, message.split('\n').length];
  },
  pagerduty: (body) => {
    for (const [path, text] of textsOf(body)) {
      if (/summary|custom_details/.test(path)) expect(text).not.toMatch(LIVE);
    }
    return replaced(body, (path) => /summary|custom_details/.test(path));
  },
  // Data for a program: the words stay as they are, in one line each.
  webhook: (body) => textsOf(body).map(([path]) => path),
};

/** The words of Seismo itself, such as names of facts and links. */
const ours = /^(\n|in |View .*|[A-Z][a-z]+( seen)?: )$/;

function replaced(value: unknown, isWords: (path: string) => boolean, except = /^$/, path = ''): unknown {
  if (typeof value === 'string') return isWords(path) && !except.test(value) ? 'words' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => replaced(part, isWords, except, `${path}[]`));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, replaced(part, isWords, except, `${path}.${name}`)]),
  );
}

test('markup of each language becomes text', () => {
  expect(escapedMrkdwn('<!here> & <https://evil.example|x> &lt;')).toBe(
    '&lt;!here&gt; &amp; &lt;https://evil.example|x&gt; &amp;lt;',
  );
  expect(escapedMarkdown('**a** [b](https://c) <@1> `d` \\*')).toBe(
    '\\*\\*a\\*\\* \\[b\\]\\(https\\://c\\) \\<\\@1\\> \\`d\\` \\\\\\*',
  );
  expect(['- a', '+ a', '1. a', '-# a', 'a - b', '1.5'].map(escapedMarkdown)).toEqual([
    '\\- a',
    '\\+ a',
    '1\\. a',
    '\\-\\# a',
    'a - b',
    '1\\.5',
  ]);
  expect(escapedHtml(`<a href="x">'&amp;'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;');
  expect(codeSpan('`a` @all')).toBe('`ˋaˋ @\u2060all`');
});

test('addresses, mentions and placeholders are broken, and look the same', () => {
  const text = 'https://evil.example/x?y=z mailto:eve@evil.example @here {{DATE(x)}} ratio 1:2 at 10:30. a.b';
  expect(unlinked(text).replaceAll('\u2060', '')).toBe(text);
  expect(unlinked(text)).toBe(
    'https:_//evil._example/x?y=z mailto:eve@_evil._example @_here {_{DATE(x)}} ratio 1:2 at 10:30. a._b'.replaceAll(
      /_/g,
      '\u2060',
    ),
  );
});

describe.each(kinds)('%s', (kind) => {
  test.each(Object.entries(attacks))('a text stays text: %s', (_, attack) => {
    for (const [name, message] of Object.entries(hostileMessages)) {
      const [bad, good] = [attack, harmless].map((text) => requestOf(kind, message(text))) as [
        ChannelRequest,
        ChannelRequest,
      ];
      expect(bad.url).toBe(good.url);
      expect(Object.keys(bad.headers)).toEqual(Object.keys(good.headers));
      const [badBody, goodBody] = [bad, good].map(bodyOf);
      expect(structureOf[kind](badBody), name).toEqual(structureOf[kind](goodBody));
      for (const [path, text] of textsOf(badBody)) {
        expect(text, path).not.toMatch(/[\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]|(?!\n)\p{Cc}/u);
        expect(text.isWellFormed(), path).toBe(true);
      }
      // Words arrive: the protection is not that they are missing.
      expect(JSON.stringify(badBody)).toContain('x');
      expect(textsOf(badBody).filter(([, text]) => /^\s*$/.test(text.replaceAll('\n', 'n')))).toEqual([]);
    }
  });

  test.each(contentLevels)('a message of any size is within the limits of the service: %s', (content) => {
    const huge = 'ab😀"\\<&@.:// '.repeat(800_000);
    const signs = '.*'.repeat(1000);
    const wide = '漢字'.repeat(1000);
    for (const text of [huge, signs, wide]) {
      const hostile = withText(text, { ...issue, isFlapping: true });
      const many = Array.from({ length: limits.DELIVERY_ISSUE_COUNT_MAX }, () => hostile);
      for (const message of [messageOf([hostile]), messageOf(many), messageOf(many, 5000)]) {
        expectWithin(kind, requestOf(kind, message, { content }));
      }
      const manyMetrics = Array.from({ length: limits.DELIVERY_ISSUE_COUNT_MAX }, () => ({
        ...metricWithText(text),
        environments: Array.from({ length: 20 }, () => text),
      }));
      for (const message of [
        metricsMessageOf(manyMetrics.slice(0, 1)),
        metricsMessageOf(manyMetrics),
        metricsMessageOf(manyMetrics, 5000),
      ]) {
        expectWithin(kind, requestOf(kind, message, { content }));
      }
      const lists = { newIssues: releaseIssues(12, 'A'), regressedIssues: releaseIssues(12, 'B') };
      const manyReleases = Array.from({ length: limits.DELIVERY_ISSUE_COUNT_MAX }, () => ({
        ...releaseWithText(text, { ...release, ...lists, goneIssues: releaseIssues(12, 'C') }),
        url: `https://seismo.example/releases/${'%F0'.repeat(limits.RELEASE_CHARS_MAX * 4)}`,
      }));
      for (const message of [
        releasesMessageOf(manyReleases.slice(0, 1)),
        releasesMessageOf(manyReleases),
        releasesMessageOf(manyReleases, 5000),
      ]) {
        expectWithin(kind, requestOf(kind, message, { content }));
      }
      const paragraphs = Array.from({ length: 20 }, () => text);
      expectWithin(kind, requestOf(kind, { ...notice, title: text, text: paragraphs } as AlertMessage, { content }));
    }
    const usual = Array.from({ length: limits.DELIVERY_ISSUE_COUNT_MAX }, () => issue);
    expectWithin(kind, requestOf(kind, messageOf(usual, 5000), { content }));
  });

  test('a digest that does not fit counts the issues it leaves out', () => {
    const issues = Array.from({ length: limits.DELIVERY_ISSUE_COUNT_MAX }, (_, index) => ({
      ...withText('漢'.repeat(200)),
      shortId: `WEB-${index}`,
    }));
    const plain = textsOf(bodyOf(requestOf(kind, messageOf(issues, 5000))))
      .map(([, text]) => text.replaceAll(/[\\\u2060]/g, ''))
      .join('\n');
    const listed = issues.filter(({ shortId }) => new RegExp(`${shortId}\\b`).test(plain)).length;
    expect(listed).toBeGreaterThan(1);
    if (kind === 'webhook') return;
    expect(plain).toContain(`View ${(5000 - listed).toLocaleString('en-US')} more issues`);
  });

  test('content levels leave out what they promise', () => {
    const marked: AlertedIssue = {
      ...issue,
      shortId: 'SHORTID',
      title: 'TITLE',
      detail: 'DETAIL',
      culprit: 'CULPRIT',
      project: 'PROJECT',
      release: 'RELEASE',
      reasons: [{ trigger: 'escalation', condition: '', ruleNames: ['RULENAME'] }],
    };
    const hidden = { everything: [], title: ['DETAIL', 'CULPRIT', 'RELEASE', 'RULENAME'] };
    const all = ['SHORTID', 'TITLE', 'PROJECT', ...hidden.title];
    const settings = settingsFor(kind, 'https://receiver.example');
    const formats: ChannelSettings[] = kind === 'webhook' ? [settings, { ...settings, format: 'sentry' }] : [settings];
    for (const given of formats) {
      const bodies = (content: (typeof contentLevels)[number]) =>
        [messageOf([marked]), messageOf([marked, marked], 14)].map((message) => {
          const { url, headers, body } = requestOf(kind, message, { content }, given);
          return `${url} ${JSON.stringify(headers)} ${body.replaceAll(/\\|\u2060/g, '')}`;
        });
      const [single = '', digest = ''] = bodies('everything');
      for (const word of given['format'] === 'sentry' ? all.filter((each) => each !== 'SHORTID') : all) {
        expect(single).toContain(word);
      }
      expect(digest).toContain('DETAIL');
      for (const body of bodies('title')) {
        for (const word of hidden.title) expect(body).not.toContain(word);
        for (const word of ['TITLE', 'PROJECT']) expect(body).toContain(word);
      }
      for (const body of bodies('link')) {
        for (const word of all) expect(body).not.toContain(word);
      }
      expect(bodies('link')[0]).toContain('https://seismo.example/issues/7');
      expect(bodies('link')[1]).toContain('14 issues need attention');
    }
  });

  test('a digest of metrics that does not fit counts those it leaves out', () => {
    const { condition, reading } = metric;
    const metrics = Array.from({ length: limits.DELIVERY_ISSUE_COUNT_MAX }, (_, index) => ({
      ...metricWithText('漢'.repeat(200)),
      condition,
      reading,
      project: `project-${index}`,
    }));
    const plain = textsOf(bodyOf(requestOf(kind, metricsMessageOf(metrics, 5000))))
      .map(([, text]) => text.replaceAll(/[\\\u2060]/g, ''))
      .join('\n');
    const listed = metrics.filter(({ project }) => new RegExp(`${project}\\b`).test(plain)).length;
    expect(listed).toBeGreaterThan(1);
    if (kind === 'webhook') return;
    expect(plain).toContain(`View ${(5000 - listed).toLocaleString('en-US')} more alerts`);
  });

  test('content levels leave out what they promise of a metric', () => {
    const marked: AlertedMetric = {
      ...metric,
      ruleName: 'RULENAME',
      project: 'PROJECT',
      condition: 'CONDITION',
      reading: 'READING',
      query: 'QUERY',
      environments: ['ENVIRONMENT'],
    };
    const hidden = ['RULENAME', 'QUERY', 'ENVIRONMENT'];
    const inTitle = ['PROJECT', 'CONDITION', 'READING'];
    const settings = settingsFor(kind, 'https://receiver.example');
    const formats: ChannelSettings[] = kind === 'webhook' ? [settings, { ...settings, format: 'sentry' }] : [settings];
    for (const given of formats) {
      const bodies = (content: (typeof contentLevels)[number]) =>
        [metricsMessageOf([marked]), metricsMessageOf([marked, marked], 14)].map((message) => {
          const { url, headers, body } = requestOf(kind, message, { content }, given);
          return `${url} ${JSON.stringify(headers)} ${body.replaceAll(/\\|\u2060/g, '')}`;
        });
      for (const body of bodies('everything')) {
        for (const word of [...hidden, ...inTitle]) expect(body).toContain(word);
      }
      for (const body of bodies('title')) {
        for (const word of hidden) expect(body).not.toContain(word);
        for (const word of inTitle) expect(body).toContain(word);
      }
      for (const body of bodies('link')) {
        for (const word of [...hidden, ...inTitle]) expect(body).not.toContain(word);
      }
      expect(bodies('link')[0]).toContain('https://seismo.example/alerts/5');
      expect(bodies('link')[0]).toContain('An alert rule: critical');
      expect(bodies('link')[1]).toContain('14 metric alerts');
    }
  });

  test('a digest of releases that does not fit counts those it leaves out', () => {
    const releases = Array.from({ length: limits.DELIVERY_ISSUE_COUNT_MAX }, (_, index) => ({
      ...releaseWithText('漢'.repeat(200)),
      project: `project-${index}`,
    }));
    const plain = textsOf(bodyOf(requestOf(kind, releasesMessageOf(releases, 5000))))
      .map(([, text]) => text.replaceAll(/[\\\u2060]/g, ''))
      .join('\n');
    const listed = releases.filter(({ project }) => new RegExp(`${project}\\b`).test(plain)).length;
    expect(listed).toBeGreaterThan(1);
    if (kind === 'webhook') return;
    expect(plain).toContain(`View ${(5000 - listed).toLocaleString('en-US')} more releases`);
  });

  test('content levels leave out what they promise of a release', () => {
    const marked: AlertedRelease = {
      ...releaseWithText('ISSUE'),
      project: 'PROJECT',
      version: 'VERSION',
      environment: 'ENVIRONMENT',
      url: 'https://seismo.example/releases/VERSION',
      reasons: ['REASON.'],
      ruleNames: ['RULENAME'],
      changes: [{ name: 'CHANGE', value: 'VALUE' }],
    };
    const inTitle = ['PROJECT', 'VERSION', 'ENVIRONMENT', 'REASON'];
    const inDigest = ['RULENAME'];
    const hidden = ['ISSUE', 'CHANGE', 'VALUE', ...inDigest];
    const settings = settingsFor(kind, 'https://receiver.example');
    const formats: ChannelSettings[] = kind === 'webhook' ? [settings, { ...settings, format: 'sentry' }] : [settings];
    for (const given of formats) {
      const bodies = (content: (typeof contentLevels)[number]) =>
        [releasesMessageOf([marked]), releasesMessageOf([marked, marked], 14)].map((message) => {
          const { url, headers, body } = requestOf(kind, message, { content }, given);
          return `${url} ${JSON.stringify(headers)} ${body.replaceAll(/\\|\u2060/g, '')}`;
        });
      const [single = '', digest = ''] = bodies('everything');
      // An event in the format of Sentry has no field for the rest.
      const inSingle = given['format'] === 'sentry' ? inDigest : hidden;
      for (const word of [...inTitle, ...inSingle]) expect(single).toContain(word);
      for (const word of [...inTitle, ...inDigest]) expect(digest).toContain(word);
      for (const body of bodies('title')) {
        for (const word of hidden) expect(body).not.toContain(word);
        for (const word of inTitle) expect(body).toContain(word);
      }
      for (const body of bodies('link')) {
        for (const word of [...hidden, ...inTitle]) expect(body).not.toContain(word);
      }
      expect(bodies('link')[0]).toContain(marked.alertUrl);
      expect(bodies('link')[0]).toContain('A release looks bad');
      expect(bodies('link')[1]).toContain('14 release verdicts');
    }
  });

  test('a message without reasons, details and issues has its parts', () => {
    const bare = { ...withText(''), reasons: [] };
    for (const content of contentLevels) {
      const bareMetric = { ...metricWithText(''), environments: [] };
      const none: ReleaseIssues = { count: 0, issues: [] };
      const bareRelease: AlertedRelease = {
        ...releaseWithText(''),
        reasons: [],
        ruleNames: [],
        changes: [],
        newIssues: none,
        regressedIssues: { count: 3, issues: [] },
        goneIssues: none,
      };
      for (const message of [
        messageOf([bare]),
        messageOf([bare, bare]),
        messageOf([], 3),
        messageOf([bare], 3),
        metricsMessageOf([bareMetric]),
        metricsMessageOf([bareMetric, bareMetric]),
        metricsMessageOf([], 3),
        metricsMessageOf([bareMetric], 3),
        releasesMessageOf([bareRelease]),
        releasesMessageOf([bareRelease, bareRelease]),
        releasesMessageOf([], 3),
        releasesMessageOf([bareRelease], 3),
      ]) {
        const request = requestOf(kind, message, { content });
        expect(textsOf(bodyOf(request)).filter(([, text]) => text === '' && kind !== 'webhook')).toEqual([]);
        expectWithin(kind, request);
      }
    }
  });
});

/** The limits that the services document: see the constants of each channel for the pages. */
function expectWithin(kind: ChannelKind, { body }: ChannelRequest): void {
  const bytes = Buffer.byteLength(body);
  const value = JSON.parse(body);
  const within: Record<ChannelKind, () => void> = {
    slack: () => {
      expect(value.blocks.length).toBeLessThanOrEqual(50);
      expect(JSON.stringify(value.blocks).length).toBeLessThanOrEqual(13_200);
      for (const [, text] of textsOf(value)) expect(text.length).toBeLessThanOrEqual(3000);
    },
    'slack-app': () => within.slack(),
    discord: () => {
      expect(value.content.length).toBeLessThanOrEqual(2000);
      expect(value.embeds.length).toBeLessThanOrEqual(10);
      expect(value.embeds[0].description.length).toBeLessThanOrEqual(4096);
      expect(value.embeds[0].description.length).toBeGreaterThan(0);
    },
    teams: () => expect(Buffer.byteLength(body, 'utf16le')).toBeLessThanOrEqual(28_000),
    'google-chat': () => expect(bytes).toBeLessThanOrEqual(32_000),
    mattermost: () => expect(value.text.length).toBeLessThanOrEqual(4000),
    telegram: () => {
      expect(value.text.length).toBeLessThanOrEqual(4096);
      expect(value.entities.length).toBeLessThanOrEqual(100);
    },
    ntfy: () => {
      expect(Buffer.byteLength(value.message)).toBeLessThan(4096);
      expect(value.title.length).toBeLessThanOrEqual(200);
      expect(bytes).toBeLessThanOrEqual(8192);
    },
    pagerduty: () => {
      expect(bytes).toBeLessThanOrEqual(512 * 1000);
      expect(value.payload.summary.length).toBeLessThanOrEqual(1024);
      expect(value.dedup_key.length).toBeLessThanOrEqual(255);
    },
    webhook: () => expect(bytes).toBeLessThanOrEqual(512 * 1024),
  };
  within[kind]();
}

// ─── Services ──────────────────────────────────────────────────────────────────────────────────────────────────────

test('every message about an issue is in its thread in Google Chat, and others are not in one', () => {
  const request = requestOf('google-chat', messageOf([issue]));
  const url = new URL(request.url);
  expect(url.searchParams.get('messageReplyOption')).toBe('REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  expect(url.searchParams.get('key')).toBe('T0KEN-in-the-query');
  expect(anyOf('google-chat')(messageOf([{ ...issue, title: 'Later' }])).thread).toEqual({
    threadKey: 'seismo-issue-7',
  });
  for (const message of [messageOf([issue, other]), messageOf([issue], 2), notice]) {
    expect(anyOf('google-chat')(message)).not.toHaveProperty('thread');
  }
});

test('every message about a rule is in its thread in Google Chat, apart from that of the issue with its number', () => {
  const threadOf = (message: AlertMessage) => anyOf('google-chat')(message).thread;
  expect(threadOf(metricsMessageOf([metric]))).toEqual({ threadKey: 'seismo-rule-3' });
  expect(threadOf(metricsMessageOf([{ ...metric, level: 'ok' }]))).toEqual({ threadKey: 'seismo-rule-3' });
  for (const message of [metricsMessageOf([metric, over]), metricsMessageOf([metric], 2)]) {
    expect(threadOf(message)).toBeUndefined();
  }
});

test('the end of a metric alert resolves the alert of its rule in PagerDuty, and a digest resolves nothing', () => {
  const eventOf = (message: AlertMessage) => {
    const { event_action, dedup_key, payload } = anyOf('pagerduty')(message);
    return [event_action, dedup_key, payload.severity] as unknown[];
  };
  const of = (level: AlertedMetric['level']) => eventOf(metricsMessageOf([{ ...metric, level }]));
  const key = 'seismo-seismo.example-rule-3';
  expect((['warning', 'critical', 'no-data', 'ok'] as const).map(of)).toEqual([
    ['trigger', key, 'warning'],
    ['trigger', key, 'critical'],
    ['trigger', key, 'error'],
    ['resolve', key, 'info'],
  ]);
  const ofDelivery = 'seismo-seismo.example-delivery-42-mwzjhqbs';
  expect(eventOf(metricsMessageOf([metric, over]))).toEqual(['trigger', ofDelivery, 'critical']);
  for (const message of [metricsMessageOf([over, over]), metricsMessageOf([over], 2)]) {
    expect(eventOf(message)).toEqual(['trigger', ofDelivery, 'info']);
  }
});

test('a message about a metric says its level first, and how long it lasted once it is over', () => {
  const textOf = (given: Partial<AlertedMetric>) => {
    const { title, message } = anyOf('ntfy')(metricsMessageOf([{ ...metric, ...given }]));
    return [title, ...message.split('\n')] as string[];
  };
  expect(textOf({}).slice(0, 6)).toEqual([
    '[web] Critical: Events above 100 in 1 hour',
    'Critical',
    'Rule “Error spike”',
    'Events above 100 in 1 hour',
    'Value: 142 events in 1 hour',
    'Since: 2026-11-27 21:50 UTC',
  ]);
  expect(
    (['warning', 'critical', 'no-data', 'ok'] as const).flatMap((level) =>
      [false, true].map((isReminder) => textOf({ level, isReminder })[1]),
    ),
  ).toEqual([
    'Warning',
    'Still warning',
    'Critical',
    'Still critical',
    'No data',
    'Still no data',
    'Resolved',
    'Resolved',
  ]);
  const lasted = (minutes: number) =>
    textOf({ level: 'ok', untilMs: metric.openSinceMs + minutes * 60_000 }).find((line) => line.startsWith('Lasted'));
  expect([1, 25, 60, 125, 26 * 60 + 5, 48 * 60 + 1].map(lasted)).toEqual([
    'Lasted: 1 minute',
    'Lasted: 25 minutes',
    'Lasted: 1 hour',
    'Lasted: 2 hours 5 minutes',
    'Lasted: 1 day 2 hours',
    'Lasted: 2 days',
  ]);
});

test('a message about a release says its verdict, what changed and which issues it has brought', () => {
  const textOf = (given: Partial<AlertedRelease>) => {
    const { title, message } = anyOf('ntfy')(releasesMessageOf([{ ...release, ...given }]));
    return unbroken(`${title}\n${message}`).split('\n');
  };
  expect(textOf({})).toEqual([
    '[shop] Release shop@1.2.0 looks bad in production',
    'Release verdict: bad',
    'Rule “Deploys”',
    'Release shop@1.2.0 in production',
    ...release.reasons,
    'Sessions: 4,210',
    'Crash-free sessions: 97.7%, and 99.1% before',
    'Error-free sessions: 95.2%, and 97.3% before',
    'Deployed: 2026-11-27 21:15 UTC',
    'Measured for: 1 hour',
    'Project: shop',
    'New issues: 12',
    "SHOP-1 TypeError: Cannot read properties of undefined (reading 'item1') · 1,234 events, 56 users",
    "SHOP-2 TypeError: Cannot read properties of undefined (reading 'item2') · 1,134 events",
    "SHOP-3 TypeError: Cannot read properties of undefined (reading 'item3') · 1,034 events",
    '9 more',
    'Regressed issues: 1',
    "OLD-1 TypeError: Cannot read properties of undefined (reading 'item1') · 1,234 events, 56 users",
  ]);
  const quiet = textOf({ newIssues: releaseIssues(0, ''), regressedIssues: releaseIssues(0, '') });
  expect(quiet.at(-1)).toBe('No new or regressed issues');
  const seen = textOf({ environment: '', goneIssues: releaseIssues(2, 'GONE') });
  expect(seen).toContain('First seen: 2026-11-27 21:15 UTC');
  expect(seen).toContain('Issues no longer seen: 2');
  expect(seen.at(-1)).toContain('GONE-2');
});

test('a message about a release that does not fit cuts its issues at first, and then only counts them', () => {
  const linesOf = (ruleCount: number) => {
    const hostile = releaseWithText('漢'.repeat(200));
    const ruleNames = Array.from({ length: ruleCount }, () => '漢'.repeat(200));
    const lines: string[] = anyOf('ntfy')(releasesMessageOf([{ ...hostile, ruleNames }])).message.split('\n');
    return lines.slice(lines.indexOf('New issues: 12'));
  };
  expect(linesOf(1)).toHaveLength(7);
  expect(linesOf(1)[1]).toMatch(/^漢+… · 1,234 events, 56 users$/);
  expect(linesOf(5)).toEqual(['New issues: 12', 'Regressed issues: 1']);
});

test('a subject about a release has its verdict and its environment, and counts several', () => {
  const titleOf = (...given: Parameters<typeof releasesMessageOf>) =>
    unbroken(anyOf('ntfy')(releasesMessageOf(...given)).title);
  const of = (given: Partial<AlertedRelease>) => titleOf([{ ...release, ...given }]);
  expect(of({ rating: 'good' })).toBe('[shop] Release shop@1.2.0 looks good in production');
  expect(of({ rating: 'unclear' })).toBe('[shop] No clear verdict on release shop@1.2.0 in production');
  expect(of({ environment: '' })).toBe('[shop] Release shop@1.2.0 looks bad');
  expect(of({ rating: 'unclear', environment: '' })).toBe('[shop] No clear verdict on release shop@1.2.0');
  expect(of({ isEscalation: true })).toBe(
    '[shop] Not acknowledged in time: release shop@1.2.0 looks bad in production',
  );
  expect(titleOf([release, release])).toBe('[shop] 2 release verdicts');
  expect(titleOf([release, good])).toBe('2 release verdicts in 2 projects');
  expect(titleOf([release, good], 1200)).toBe('1,200 release verdicts in several projects');
});

test('the link of a release is its page, or that of the alert if it can be acknowledged or the other is too long', () => {
  const clickOf = (given: Partial<AlertedRelease>) =>
    anyOf('ntfy')(releasesMessageOf([{ ...release, ...given }])).click;
  expect(clickOf({})).toBe(release.url);
  expect(clickOf({ acknowledgeUrl: 'https://seismo.example/alerts/77' })).toBe('https://seismo.example/alerts/77');
  expect(clickOf({ url: `${release.url}${'%E6%BC%A2'.repeat(200)}` })).toBe(release.alertUrl);
});

test('a version in the address of a release does not end a link, and the address stays the same', () => {
  const version = "1) [x](y) *b* ~~s~~ !'";
  const url = `https://seismo.example/releases/${encodeURIComponent(version)}`;
  const message = releasesMessageOf([{ ...release, url }]);
  for (const text of [anyOf('discord')(message).embeds[0].description, anyOf('mattermost')(message).text]) {
    const [, address] = /\[View release\]\(([^()*~!']*)\)$/.exec(text)!;
    expect(decodeURIComponent(new URL(address!).pathname)).toBe(`/releases/${version}`);
  }
});

test('every message about a release is in its thread, and its rating is its severity', () => {
  const of = (given: Partial<AlertedRelease>) => releasesMessageOf([{ ...release, ...given }]);
  expect(anyOf('google-chat')(of({})).thread).toEqual({ threadKey: 'seismo-release-9' });
  expect(anyOf('google-chat')(releasesMessageOf([release], 2))).not.toHaveProperty('thread');
  const events = (['good', 'unclear', 'bad'] as const).map((rating) => anyOf('pagerduty')(of({ rating })));
  expect(events.map(({ event_action, dedup_key, payload }) => [event_action, dedup_key, payload.severity])).toEqual([
    ['trigger', 'seismo-seismo.example-release-9', 'info'],
    ['trigger', 'seismo-seismo.example-release-9', 'warning'],
    ['trigger', 'seismo-seismo.example-release-9', 'error'],
  ]);
  const digest = anyOf('pagerduty')(releasesMessageOf([good, release]));
  expect([digest.dedup_key, digest.payload.severity]).toEqual(['seismo-seismo.example-delivery-42-mwzjhqbs', 'error']);
});

test('every message about an issue has its key in PagerDuty, and others have that of their delivery', () => {
  const keyOf = (message: AlertMessage) => anyOf('pagerduty')(message).dedup_key as string;
  expect(keyOf(messageOf([issue]))).toBe('seismo-seismo.example-issue-7');
  expect(keyOf({ ...messageOf([{ ...issue, title: 'Later' }]), id: 43 })).toBe('seismo-seismo.example-issue-7');
  const keys = [messageOf([issue, other]), notice, { ...notice, id: 43 }, { ...notice, queuedAtMs: 5 }].map(keyOf);
  expect(new Set(keys).size).toBe(3);
  expect(keyOf(messageOf([issue, other]))).toBe(keyOf(notice));
});

test('a level has its severity and its priority', () => {
  const of = (level: AlertedIssue['level']) => messageOf([{ ...issue, level }]);
  const levels = ['fatal', 'error', 'warning', 'info', 'debug'] as const;
  expect(levels.map((level) => anyOf('pagerduty')(of(level)).payload.severity)).toEqual([
    'critical',
    'error',
    'warning',
    'info',
    'info',
  ]);
  expect(levels.map((level) => anyOf('ntfy')(of(level)).priority)).toEqual([5, 4, 3, 3, 2]);
  expect(anyOf('ntfy')(messageOf([issue, other])).priority).toBe(5);
});

test('servers may be others than the default, with a path', () => {
  const urls = (['telegram', 'ntfy', 'pagerduty'] as const).map((kind) => {
    const { server: _, ...without } = settingsFor(kind, '');
    return [
      requestOf(kind, notice, {}, without).url,
      requestOf(kind, notice, {}, { ...without, server: 'http://proxy.example/base/' }).url,
    ];
  });
  expect(urls).toEqual([
    [`https://api.telegram.org/bot${token}/sendMessage`, `http://proxy.example/base/bot${token}/sendMessage`],
    ['https://ntfy.sh/', 'http://proxy.example/base/'],
    ['https://events.pagerduty.com/v2/enqueue', 'http://proxy.example/base/v2/enqueue'],
  ]);
  const { token: _, ...open } = settingsFor('ntfy', 'https://ntfy.example');
  expect(requestOf('ntfy', notice, {}, open).headers).not.toHaveProperty('authorization');
});

test('the signature of a webhook covers its timestamp and its body', () => {
  const nowMs = 1_790_000_000_999;
  const { headers, body } = requestOf('webhook', messageOf([issue]), { nowMs });
  const expected = createHmac('sha256', signingKey).update('1790000000.').update(body).digest('hex');
  expect(headers['seismo-timestamp']).toBe('1790000000');
  expect(headers['seismo-signature']).toBe(`v1=${expected}`);
  // A later attempt has another time and signature, but the same ID and body.
  const later = requestOf('webhook', messageOf([issue]), { nowMs: nowMs + 60_000 });
  expect(later.headers['seismo-delivery']).toBe(headers['seismo-delivery']);
  expect(later.headers['seismo-signature']).not.toBe(headers['seismo-signature']);
  expect(later.body).toBe(body);
  expect(requestOf('webhook', { ...notice, id: 43 }).headers['seismo-delivery']).not.toBe(headers['seismo-delivery']);
});

test('a webhook in the format of Sentry has its headers and its fields', async () => {
  const settings = { ...settingsFor('webhook', 'https://receiver.example'), format: 'sentry' };
  const request = (message: AlertMessage, content: (typeof contentLevels)[number] = 'everything') =>
    requestOf('webhook', message, { content }, settings);
  const { headers, body } = request(messageOf([issue]));
  expect(headers['sentry-hook-resource']).toBe('event_alert');
  expect(request(messageOf([resolved])).headers['sentry-hook-resource']).toBe('issue');
  expect(headers['sentry-hook-timestamp']).toMatch(/^\d{10}$/);
  expect(headers['request-id']).toMatch(/^[\da-f]{32}$/);
  expect(headers['sentry-hook-signature']).toBe(createHmac('sha256', signingKey).update(body).digest('hex'));
  expect(Object.keys(headers).filter((name) => name.startsWith('seismo'))).toEqual([]);
  const recorded = {
    'one issue': bodyOf(request(messageOf([issue]))),
    'one issue, link': bodyOf(request(messageOf([issue]), 'link')),
    digest: bodyOf(request(messageOf([issue, other], 14))),
    notice: bodyOf(request(notice)),
    'one metric': bodyOf(request(metricsMessageOf([metric]))),
    'one metric, title': bodyOf(request(metricsMessageOf([metric]), 'title')),
    'one metric, link': bodyOf(request(metricsMessageOf([metric]), 'link')),
    'one metric that is over': bodyOf(request(metricsMessageOf([over]))),
    'digest of metrics': bodyOf(request(metricsMessageOf([over, metric], 14))),
    'a bad release': bodyOf(request(releasesMessageOf([release]))),
    'a bad release, title': bodyOf(request(releasesMessageOf([release]), 'title')),
    'a bad release, link': bodyOf(request(releasesMessageOf([release]), 'link')),
    'a good release': bodyOf(request(releasesMessageOf([good]))),
    'digest of releases': bodyOf(request(releasesMessageOf([good, release], 14))),
    'a resolved issue': bodyOf(request(messageOf([resolved]))),
    'a resolved issue, title': bodyOf(request(messageOf([resolved]), 'title')),
    'a resolved issue, link': bodyOf(request(messageOf([resolved]), 'link')),
    'resolved issues': bodyOf(request(messageOf([resolved, { ...resolved, id: 8 }]))),
  };
  await expect(visible(recorded)).toMatchFileSnapshot(join(golden, 'webhook-sentry.json'));
  const huge = withText('x'.repeat(10_000_000));
  expect(request(messageOf([huge, huge])).body.length).toBeLessThan(10_000);
});

test('a webhook in the format of Sentry sends a metric alert with the action of its level', () => {
  const settings = { ...settingsFor('webhook', 'https://receiver.example'), format: 'sentry' };
  const request = (message: AlertMessage) => requestOf('webhook', message, {}, settings);
  expect(request(metricsMessageOf([metric])).headers['sentry-hook-resource']).toBe('metric_alert');
  expect(request(metricsMessageOf([metric, over])).headers['sentry-hook-resource']).toBe('metric_alert');
  const levels = ['warning', 'critical', 'no-data', 'ok'] as const;
  const bodies = levels.map((level) => bodyOf(request(metricsMessageOf([{ ...metric, level }]))) as Json);
  expect(bodies.map(({ action }) => action)).toEqual(['warning', 'critical', 'critical', 'resolved']);
  expect(new Set(bodies.map(({ data }) => data.metric_alert.id))).toEqual(new Set(['3']));
  // Of several, the most severe one: otherwise the end of one rule would resolve another.
  const digest = bodyOf(request(metricsMessageOf([over, metric]))) as Json;
  expect([digest.action, digest.data.metric_alert.id]).toEqual(['critical', '3']);
  const { data } = bodyOf(request(metricsMessageOf([metricWithText('x\nFilter: y')]))) as Json;
  expect(data.description_text.split('\n')).toHaveLength(4);
  const huge = metricWithText('x'.repeat(10_000_000));
  expect(request(metricsMessageOf([huge, huge])).body.length).toBeLessThan(10_000);
});

test('a webhook in the format of Sentry sends a release as an alert about an event of no issue', () => {
  const settings = { ...settingsFor('webhook', 'https://receiver.example'), format: 'sentry' };
  const request = (message: AlertMessage) => requestOf('webhook', message, {}, settings);
  expect(request(releasesMessageOf([release])).headers['sentry-hook-resource']).toBe('event_alert');
  const eventOf = (message: AlertMessage) => (bodyOf(request(message)) as Json).data.event;
  const ratings = ['good', 'unclear', 'bad'] as const;
  expect(ratings.map((rating) => eventOf(releasesMessageOf([{ ...release, rating }])).level)).toEqual([
    'info',
    'warning',
    'error',
  ]);
  expect(eventOf(releasesMessageOf([release]))).not.toHaveProperty('issue_id');
  // Of several, the worst one.
  expect(eventOf(releasesMessageOf([good, release]))).toMatchObject({ level: 'error', release: 'shop@1.2.0' });
  const huge = releaseWithText('x'.repeat(10_000_000));
  expect(request(releasesMessageOf([huge, huge])).body.length).toBeLessThan(10_000);
});

test('the documentation shows what a webhook receives', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../../docs/channels.md'), 'utf8');
  const [, shown] = /```json\n([^]*?)```/.exec(page)!;
  expect(JSON.parse(shown!)).toEqual(bodyOf(requestOf('webhook', messageOf([issue]))));
  const ofRelease = JSON.parse(/```json\n(\{\n {2}"type": "releases"[^]*?)```/.exec(page)![1]!);
  const shownRelease: AlertedRelease = {
    ...release,
    reasons: release.reasons.slice(0, 1),
    changes: release.changes.slice(1, 2),
    newIssues: releaseIssues(1, 'SHOP'),
    regressedIssues: releaseIssues(0, 'OLD'),
  };
  expect(bodyOf(requestOf('webhook', releasesMessageOf([shownRelease])))).toMatchObject(ofRelease);
});
