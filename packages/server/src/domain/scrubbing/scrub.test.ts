import { expect, test } from 'vitest';
import type { EventPayload } from '@seismo/protocol';
import { scrubEvent } from './scrub.ts';
import { sensitivityOf } from './sensitive-key.ts';
import { scrubText } from './text.ts';
import { cpuMs } from '../../testing/cpu.ts';

function eventWith(fields: Partial<EventPayload>): EventPayload {
  return {
    event_id: '0123456789abcdef0123456789abcdef',
    timestamp: 1,
    received: 1,
    platform: 'node',
    level: 'error',
    contexts: {},
    tags: {},
    extra: {},
    _meta: [],
    ...fields,
  };
}

test('a key is sensitive if one of its words is', () => {
  const secret = ['password', 'DB_PASSWORD', 'userPassword', 'mysql_pwd', 'x-api-key', 'apikey', 'accessToken'];
  secret.push('csrf', 'X-XSRF-TOKEN', 'set-cookie', 'private_key', 'credentials', 'stripetoken', 'card[number]', 'cvv');
  secret.push('ssn', 'session', 'session_id', 'connect.sid', 'user%5Bpassword%5D', 'Authorization', 'client_secret');
  const plain = ['author', 'authority', 'tokenizer', 'token_type', 'passenger', 'session_duration', 'secretary', 'key'];
  plain.push('id', 'compass', 'sidebar', 'trace_id', 'span_id', 'release', 'number', 'bypass', 'cookie_count', '');
  expect(secret.filter((key) => sensitivityOf(key) === 'none')).toEqual([]);
  expect(plain.filter((key) => sensitivityOf(key) !== 'none')).toEqual([]);
  expect(sensitivityOf('max_tokens')).toBe('text');
});

test('under a sensitive key every value is removed and the shape stays', () => {
  const event = scrubEvent(
    eventWith({
      extra: { credentials: { user: 'a', list: ['b', 7, null, true, ''] }, max_tokens: 100, plain: 'stays' },
    }),
  );
  expect(event.extra).toEqual({
    credentials: { user: '[Filtered]', list: ['[Filtered]', '[Filtered]', null, true, ''] },
    max_tokens: 100,
    plain: 'stays',
  });
  expect(event._meta.map((note) => note.path)).toEqual([
    'extra.credentials.user',
    'extra.credentials.list.0',
    'extra.credentials.list.1',
  ]);
});

test('secrets in the URLs of frames are removed, and the URLs remain', () => {
  const url = 'https://cdn.example/app.js?v=3&token=abc123&x=1';
  const event = scrubEvent(
    eventWith({
      exception: { values: [{ type: 'E', stacktrace: { frames: [{ filename: url, abs_path: url, module: 'app' }] } }] },
    }),
  );
  const scrubbed = 'https://cdn.example/app.js?v=3&token=[Filtered]&x=1';
  expect(event.exception!.values[0]!.stacktrace!.frames[0]).toEqual({
    filename: scrubbed,
    abs_path: scrubbed,
    module: 'app',
  });
});

test.each([
  ['paid with 4111 1111 1111 1111 today', 'paid with [Filtered] today'],
  ['5500-0000-0000-0004', '[Filtered]'],
  ['at 1700000000000 ms, order 4111111111111112', 'at 1700000000000 ms, order 4111111111111112'],
  ['id a4111111111111111f', 'id a4111111111111111f'],
  ['https://ana:pw@x.test/p?a=1&token=abc', 'https://[Filtered]@x.test/p?a=1&token=[Filtered]'],
  ['Authorization: Digest abc def\nnext', 'Authorization: [Filtered]\nnext'],
  ['sent Bearer abc123.def to x', 'sent Bearer [Filtered] to x'],
  ['Basic dXNlcjpwYXNz', 'Basic [Filtered]'],
  ['basic authentication failed for bearer of news', 'basic authentication failed for bearer of news'],
  ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_DEF.', 'jwt [Filtered].'],
  ['key AKIAIOSFODNN7EXAMPLE!', 'key [Filtered]!'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nrest', '[Filtered]\nrest'],
  ['x -----BEGIN PRIVATE KEY-----\ncut off', 'x [Filtered]'],
  ['body {"user":"a","password":"h\\"2","n":1}', 'body {"user":"a","password":"[Filtered]","n":1}'],
  ['{"password":12345,"secret":{"a":[1]},"b":2}', '{"password":[Filtered],"secret":[Filtered],"b":2}'],
  ['{\\"token\\":\\"abc\\",\\"a\\":1}', '{\\"token\\":\\"[Filtered]\\",\\"a\\":1}'],
  ['user=ana&password=hunter2&x=1', 'user=ana&password=[Filtered]&x=1'],
  ['Unexpected token: < in JSON at position 0', 'Unexpected token: < in JSON at position 0'],
  ['TypeError: a.author = b', 'TypeError: a.author = b'],
])('%s', (text, scrubbed) => {
  expect(scrubText(text, 'text')).toBe(scrubbed);
  expect(scrubText(scrubbed, 'text')).toBe(scrubbed);
});

test('source code stays readable: only values that look like secrets are removed', () => {
  expect(scrubText('const token = await read({ "password": form.password });', 'source')).toBe(
    'const token = await read({ "password": form.password });',
  );
  expect(scrubText("fetch('https://x.test/?token=abc&a=1')", 'source')).toBe(
    "fetch('https://x.test/?token=[Filtered]&a=1')",
  );
});

test.each([
  ['password = "hunter2"', 'password = "[Filtered]"'],
  ["connect(host, password='hunter2')", "connect(host, password='[Filtered]')"],
  ['  "api_key": "sk-12345",', '  "api_key": "[Filtered]",'],
  ['token := "abc123"', 'token := "[Filtered]"'],
  ['let secret: &str = "s3cr3t";', 'let secret: &str = "[Filtered]";'],
  ["settings[:password] = 'hunter2'", "settings[:password] = '[Filtered]'"],
  ['String apiKey = "sk-12345";', 'String apiKey = "[Filtered]";'],
])('a secret that is written into code goes: %s', (line, scrubbed) => {
  expect(scrubText(line, 'source')).toBe(scrubbed);
  expect(scrubText(scrubbed, 'source')).toBe(scrubbed);
});

test.each([
  'checkout(token=token)',
  'const url = `/x?token=${token}`;',
  'f"https://x/?token={token}&a=b"',
  'return fetch(base + "?api_key=" + key)',
  'redirect("/login?token=" . $token)',
  'printf("?token=%s", token)',
  '&token=token_of()',
  'if token == "none1":',
  'password: "Enter your password"',
  'type="password" name="password"',
  'const header = { authorization: `Bearer ${token}` };',
  'token = os.environ["TOKEN"]',
  'tokenType: "bearer"',
])('code that holds no secret stays as it is: %s', (line) => {
  expect(scrubText(line, 'source')).toBe(line);
});

test('types, files, functions and IDs stay', () => {
  const frame = { function: 'password=x', filename: 'https://x.test/a.js?token=abc', in_app: true };
  const event = eventWith({
    exception: { values: [{ type: 'password=hunter2', value: 'password=hunter2', stacktrace: { frames: [frame] } }] },
    user: { id: 'token=abc', email: 'a@b.test' },
  });
  const [scrubbed] = scrubEvent(event).exception!.values;
  expect(scrubbed).toMatchObject({
    type: 'password=hunter2',
    value: 'password=[Filtered]',
    stacktrace: { frames: [frame] },
  });
  expect(event.user?.id).toBe('token=abc');
});

test('every cookie and the sensitive headers go', () => {
  const { request } = scrubEvent(
    eventWith({
      request: {
        cookies: [['theme', 'dark']],
        headers: [
          ['Authorization', 'x'],
          ['Cookie', 'a=b'],
          ['Accept', '*/*'],
        ],
        query_string: [['api_key', 'k']],
      },
    }),
  );
  expect(request).toEqual({
    cookies: [['theme', '[Filtered]']],
    headers: [
      ['Authorization', '[Filtered]'],
      ['Cookie', '[Filtered]'],
      ['Accept', '*/*'],
    ],
    query_string: [['api_key', '[Filtered]']],
  });
});

const worst = ['a', '=', 'a=', 'eyJ', 'eyJa.', '://', '://a@', '1 ', '4-', '-----BEGIN ', '-----BEGIN PRIVATE KEY'];
worst.push(
  'basic ',
  'bearer  ',
  '":',
  '"a":"',
  '{"password":',
  'password={',
  '\\"token\\":\\"',
  'cookie: ',
  '?a',
  'AKIA',
);
worst.push('ghp_', "'", 'password:[', 'Authorization:        ', 'token=[Filtered]', ' ', 'a-');

test.each(worst)('a megabyte of %j takes time in proportion to its length', (unit) => {
  const small = unit.repeat(Math.ceil((1 << 18) / unit.length));
  const large = unit.repeat(Math.ceil((1 << 20) / unit.length));
  for (const kind of ['text', 'source'] as const) {
    scrubText(small, kind);
    // Measured at 1 to 40 ms; anything quadratic takes minutes.
    expect(cpuMs(() => scrubText(large, kind))).toBeLessThan(300);
  }
});
