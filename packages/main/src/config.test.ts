import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (given: Record<string, string>, isTerminal = false) =>
  readConfig({ NODE_ENV: 'test', ...given }, isTerminal);

test('internal hosts are names, addresses and ranges', () => {
  const { internalHosts } = read({
    SEISMO_ALLOWED_INTERNAL_HOSTS: 'Login.Corp., 10.0.0.0/8,192.168.1.7, fd00::/8,::1',
  });
  expect([...internalHosts.names]).toEqual(['login.corp']);
  const isListed = (address: string) => internalHosts.addresses.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
  expect(['10.9.9.9', '192.168.1.7', 'fd12::1', '::1'].map(isListed)).toEqual([true, true, true, true]);
  expect(['11.0.0.1', '192.168.1.8', 'fe80::1', '127.0.0.1'].map(isListed)).toEqual([false, false, false, false]);
  expect(read({}).internalHosts.names.size).toBe(0);
});

test('an entry that is none of them ends the start with a sentence', () => {
  for (const entry of [
    '10.0.0.0/33',
    '10.0.0',
    'a b',
    'https://login.corp',
    'login.corp:443',
    '10.0.0.0/8/8',
    '0x7f.1',
  ]) {
    expect(() => read({ SEISMO_ALLOWED_INTERNAL_HOSTS: `login.corp,${entry}` }), entry).toThrow(
      `SEISMO_ALLOWED_INTERNAL_HOSTS must be a list of host names, addresses or CIDR ranges such as login.corp,10.0.0.0/8, not "${entry}".`,
    );
  }
  expect(() => read({ SEISMO_TRUSTED_PROXIES: '10.0.0.0/8,proxy' })).toThrow('"proxy" is neither');
});

test('the state store is a SQLite file unless a PostgreSQL URL is set', () => {
  expect(read({}).stateUrl).toBeNull();
  for (const url of ['postgres://seismo:secret@db:5432/seismo?sslmode=require', 'postgresql://db/seismo']) {
    expect(read({ SEISMO_STATE_URL: url }).stateUrl).toBe(url);
  }
  for (const url of ['mysql://db/seismo', 'state.sqlite']) {
    expect(() => read({ SEISMO_STATE_URL: url })).toThrow('SEISMO_STATE_URL must be a URL such as postgres://');
  }
});

test('the public URL has a host name of its own, because the dashboard has no base path', () => {
  expect(read({ SEISMO_URL: 'https://seismo.example.com/' }).publicUrl).toBe('https://seismo.example.com');
  expect(read({ SEISMO_URL: 'http://[::1]:8300' }).publicUrl).toBe('http://[::1]:8300');
  for (const url of [
    'https://example.com/seismo',
    'https://a:b@example.com',
    'https://example.com/?a',
    'https://example.com/#a',
  ]) {
    expect(() => read({ SEISMO_URL: url }), url).toThrow('SEISMO_URL must be a host name without a path');
  }
  expect(() => read({ SEISMO_URL: 'seismo.example.com' })).toThrow('SEISMO_URL must be the public URL');
});

test('the log is text in a terminal and JSON elsewhere, unless set', () => {
  expect(read({}, true).log).toEqual({ level: 'info', format: 'text' });
  expect(read({}).log.format).toBe('json');
  expect(read({ SEISMO_LOG_FORMAT: 'json', SEISMO_LOG_LEVEL: 'warn' }, true).log).toEqual({
    level: 'warn',
    format: 'json',
  });
  expect(() => read({ SEISMO_LOG_FORMAT: 'xml' })).toThrow('SEISMO_LOG_FORMAT must be json or text.');
});

test('a wrong heartbeat URL is refused without repeating it, because its path is a secret', () => {
  expect(read({}).heartbeatUrl).toBeNull();
  expect(read({ SEISMO_HEARTBEAT_URL: 'https://hc-ping.com/1' }).heartbeatUrl).toBe('https://hc-ping.com/1');
  expect(() => read({ SEISMO_HEARTBEAT_URL: 'hc-ping.com/secret' })).toThrow(
    /^SEISMO_HEARTBEAT_URL must be a URL such as https:\/\/hc-ping\.com\/<id>\.$/,
  );
});

test('mail needs a server and a sender', () => {
  const [SEISMO_SMTP_URL, SEISMO_MAIL_FROM] = ['smtp://user:p%40ss@mail.example.com:587', 'alerts@example.com'];
  expect(read({}).mail).toBeNull();
  const { mail } = read({ SEISMO_SMTP_URL, SEISMO_MAIL_FROM });
  expect([mail!.smtpUrl.href, mail!.from]).toEqual([SEISMO_SMTP_URL, SEISMO_MAIL_FROM]);
  const named = { SEISMO_SMTP_URL: 'smtps://mail.example.com', SEISMO_MAIL_FROM: 'Seismo <alerts@example.com>' };
  expect(read(named).mail).toEqual({ smtpUrl: new URL(named.SEISMO_SMTP_URL), from: named.SEISMO_MAIL_FROM });
  expect(() => read({ SEISMO_SMTP_URL })).toThrow(
    'SEISMO_SMTP_URL needs SEISMO_MAIL_FROM, the sender of mail, such as alerts@example.com.',
  );
  expect(() => read({ SEISMO_MAIL_FROM })).toThrow(
    'SEISMO_MAIL_FROM needs SEISMO_SMTP_URL, such as smtp://user:password@mail.example.com:587.',
  );
  for (const from of ['alerts', 'a@b, c@d', 'a@b\r\nBcc: c@d', 'Seismo alerts@example.com', '"Seismo" <a@b>']) {
    expect(() => read({ SEISMO_SMTP_URL, SEISMO_MAIL_FROM: from }), from).toThrow(
      'SEISMO_MAIL_FROM must be an address such as alerts@example.com or Seismo <alerts@example.com>.',
    );
  }
});

test('a wrong URL of a mail server is refused without repeating it, because it has a password', () => {
  for (const url of ['https://user:secret@mail.example.com', 'mail.example.com:587', 'smtp:secret', 'smtp://']) {
    expect(() => read({ SEISMO_SMTP_URL: url, SEISMO_MAIL_FROM: 'alerts@example.com' }), url).toThrow(
      /^SEISMO_SMTP_URL must be a URL such as smtp:\/\/user:password@mail\.example\.com:587\.$/,
    );
  }
});

test('settings of engines that this version lacks are refused', () => {
  for (const name of ['SEISMO_TELEMETRY_URL', 'SEISMO_BLOBS_URL']) {
    expect(() => read({ [name]: 'x' })).toThrow(
      `${name} is set, but this version stores telemetry and blobs in SEISMO_DATA_DIR. Unset it.`,
    );
  }
});

test('a disk budget that is refused for its size is accepted as the message says', () => {
  expect(() => read({ SEISMO_DISK_BUDGET: '256MB' })).toThrow('SEISMO_DISK_BUDGET must be at least 269MB.');
  expect(read({ SEISMO_DISK_BUDGET: '269MB' }).diskBudgetBytes).toBe(269_000_000);
  expect([read({}).spanSharePercent, read({ SEISMO_SPAN_SHARE: '60%' }).spanSharePercent]).toEqual([25, 60]);
  expect(() => read({ SEISMO_SPAN_SHARE: '0%' })).toThrow(
    'SEISMO_SPAN_SHARE must be a share of the disk budget from 1% to 100%.',
  );
});
