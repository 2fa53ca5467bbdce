import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../../../../tests/e2e/free-port.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../../../testing/postgres.ts';
import { openPostgresState } from './open.ts';
import { whyUnusable, type ServerFacts } from './server-check.ts';

const usable: ServerFacts = {
  version: 150_004,
  encoding: 'UTF8',
  synchronousCommit: 'on',
  isStandby: false,
  isReadOnly: false,
  userName: 'seismo',
  schema: 'public',
  mayCreate: true,
};

test('PostgreSQL 15 and newer are used, and older ones are refused by their version', () => {
  expect([150_000, 150_004, 160_001, 180_000].map((version) => whyUnusable({ ...usable, version }))).toEqual(
    Array.from({ length: 4 }, () => null),
  );
  expect(whyUnusable({ ...usable, version: 140_011 })).toBe(
    'it is PostgreSQL 14.11, and Seismo needs PostgreSQL 15 or newer',
  );
  expect(whyUnusable({ ...usable, version: 90_624 })).toMatch(/needs PostgreSQL 15 or newer$/);
});

// The machine may have no PostgreSQL.
describe.skipIf(!hasPostgres)('a server refuses to start', { timeout: 120_000 }, () => {
  let postgres: TestPostgres;
  let folder: string;
  let port: number;
  let store: string;
  const admin = (text: string) => postgres.run(store, text);
  const at = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'seismo-refusals-'));
    port = await freePort();
    postgres = startPostgres(port);
    store = postgres.createStore();
    for (const [file, text] of Object.entries(certificates(folder))) {
      const base64 = Buffer.from(text).toString('base64');
      admin(`copy (select '${base64}') to program 'base64 -d > ${file} && chmod 600 ${file}'`);
    }
    admin("create role stranger login password 'hunter2'");
    admin(
      "copy (select 'host all stranger 127.0.0.1/32 scram-sha-256') to program 'cat > pg_hba.conf.new; cat pg_hba.conf >> pg_hba.conf.new; mv pg_hba.conf.new pg_hba.conf'",
    );
    admin('select pg_reload_conf()');
  });
  afterAll(() => {
    postgres.stop();
    rmSync(folder, { recursive: true });
  });

  /** Why it cannot be opened. */
  async function refusal(url: string): Promise<string> {
    const opened = await openPostgresState(url, at('secret.key')).catch((error: Error) => error);
    if (!(opened instanceof Error)) {
      await opened.close();
      return 'opened';
    }
    expect(`${opened.stack} ${String(opened.cause)}`).not.toContain('hunter2');
    return opened.message;
  }
  const tcp = (parameters = '', user = 'seismo', host = '127.0.0.1') =>
    `postgres://${user}@${host}:${port}/postgres?options=${encodeURIComponent('-c search_path=seismo_1')}${parameters}`;

  test('a database with another encoding than UTF8', async () => {
    admin("create database latin encoding 'LATIN1' locale_provider libc locale 'C' template template0");
    expect(await refusal(tcp().replace('/postgres?', '/latin?'))).toMatch(
      /\/latin cannot be opened: its encoding is LATIN1\. Create a database with "createdb --encoding=UTF8"\.$/,
    );
  });

  test.each([
    ['the user', 'alter role seismo set X', 'alter role seismo reset all'],
    ['the database', 'alter database postgres set X', 'alter database postgres reset all'],
    ['the server', 'alter system set X', 'alter system reset all'],
  ])('synchronous_commit that is off for %s, and read-only transactions', async (_, set, reset) => {
    for (const [setting, reason] of [
      [
        'synchronous_commit = off',
        /synchronous_commit is off, so a crash .* Set it to on for the server, this database and this user\.$/,
      ],
      ['default_transaction_read_only = on', /transactions are read-only\. Set default_transaction_read_only to off/],
    ] as const) {
      admin(set.replace('X', setting));
      admin('select pg_reload_conf()');
      await expect.poll(() => refusal(tcp())).toMatch(reason);
      postgres.run(store.replace('-c%20', '-c%20default_transaction_read_only%3Doff%20-c%20'), reset);
      admin('select pg_reload_conf()');
    }
    await expect.poll(() => refusal(tcp())).toBe('opened');
  });

  test('a user without the rights it needs', async () => {
    const stranger = tcp('', 'stranger:hunter2');
    expect(await refusal(stranger)).toMatch(/names no schema that exists|may not create tables in the schema/);
    admin('grant usage on schema seismo_1 to stranger');
    expect(await refusal(stranger)).toMatch(
      /the user stranger may not create tables in the schema seismo_1\. Run "grant create, usage on schema seismo_1 to stranger"/,
    );
    admin('grant create on schema seismo_1 to stranger');
    expect(await refusal(tcp())).toBe('opened');
    expect(await refusal(stranger)).toMatch(
      /permission denied for table \w+\. Connect as the user that owns the tables/,
    );
  });

  test('a wrong password, an unknown database and a host that does not answer, without telling the password', async () => {
    expect(await refusal(tcp('', 'stranger:hunter2x'))).toMatch(
      /password authentication failed for user "stranger"\. Correct the user and password in SEISMO_STATE_URL\.$/,
    );
    expect(await refusal(tcp().replace('/postgres?', '/absent?'))).toMatch(/"absent" does not exist\. Create it with/);
    const advice = /Check the host and port in SEISMO_STATE_URL, and that PostgreSQL runs there/;
    expect(await refusal('postgres://seismo:hunter2@127.0.0.1:1/seismo')).toMatch(advice);
    expect(await refusal('postgres://seismo:hunter2@nowhere.invalid/seismo')).toMatch(advice);
  });

  test('a server without TLS where it is required, and a certificate that does not fit', async () => {
    expect(await refusal(tcp('&sslmode=require'))).toMatch(
      /does not support SSL connections\. Set up TLS on PostgreSQL/,
    );
    admin("alter system set ssl_cert_file = 'seismo.crt'");
    admin("alter system set ssl_key_file = 'seismo.key'");
    admin('alter system set ssl = on');
    admin('select pg_reload_conf()');
    const verified = (authority: string, host = 'localhost') =>
      tcp(`&sslmode=verify-full&sslrootcert=${encodeURIComponent(at(authority))}`, 'seismo', host);
    await expect.poll(() => refusal(tcp('&sslmode=require'))).toBe('opened');
    expect(await refusal(verified('ca.crt'))).toBe('opened');
    const advice = 'Name the file of the certificate authority that signed it with sslrootcert';
    expect(await refusal(verified('other-ca.crt'))).toContain(advice);
    expect(await refusal(tcp('&sslmode=verify-full', 'seismo', 'localhost'))).toContain(advice);
    expect(await refusal(verified('ca.crt', '127.0.0.1'))).toMatch(
      /altnames.*connect by a host name that the certificate/,
    );
    expect(await refusal(verified('absent.crt'))).toMatch(/absent\.crt.*Name files that exist with sslrootcert/);
  });

  test('a standby', async () => {
    admin("copy (select '') to program 'cat > standby.signal'");
    postgres.restart();
    expect(await refusal(tcp())).toMatch(
      /it is a standby, which cannot be written\. Name the primary in SEISMO_STATE_URL\.$/,
    );
  });
});

/** A server's key and certificate for `localhost`; beside them in `folder`, its authority and another one. */
function certificates(folder: string): Record<string, string> {
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  for (const name of ['ca', 'other-ca']) {
    openssl('req', '-x509', ...key, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`);
  }
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-addext', 'subjectAltName=DNS:localhost'];
  openssl('req', '-x509', ...key, '-subj', '/CN=localhost', ...signed, '-keyout', 'seismo.key', '-out', 'seismo.crt');
  return Object.fromEntries(
    ['seismo.key', 'seismo.crt'].map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}
