import { chmod, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { OutgoingFailure } from '#outgoing/failure.ts';
import { testPath as at } from '../testing/cleanup.ts';
import { deadLetters } from './checks/dead-letters.ts';
import { backups } from './checks/backups.ts';
import { certificate } from './checks/certificate.ts';
import { clock } from './checks/clock.ts';
import { configuration } from './checks/configuration.ts';
import { disk } from './checks/disk.ts';
import { files } from './checks/files.ts';
import { pipeline } from './checks/pipeline.ts';
import { proxy } from './checks/proxy.ts';
import { singleSignOn } from './checks/single-sign-on.ts';
import { sourceMaps } from './checks/source-maps.ts';
import { stores as storesCheck } from './checks/stores.ts';
import { tunnel } from './checks/tunnel.ts';
import type { HealthCheck, HealthSubject } from './contract.ts';
import { createProbe } from './probe.ts';
import { runHealthCheck } from './run.ts';

const nowMs = Date.UTC(2026, 10, 25);
const unreachable = async () => new OutgoingFailure('unreachable', 'Could not connect to seismo.test on port 443.');

interface Given extends Partial<Omit<HealthSubject, 'facts' | 'stores'>> {
  facts?: Partial<HealthSubject['facts']>;
  stores?: Record<string, object>;
}

/** A server without problems that answers nothing; each test changes what it is about. */
const isOpen = { paused: async () => null };

function subject({ facts, stores, ...given }: Given = {}): HealthSubject {
  const absent = { reason: 'it does not exist', expected: true };
  return {
    facts: {
      version: '1.2.3',
      publicUrl: 'https://seismo.test',
      hasPublicUrl: true,
      host: '127.0.0.1',
      tunnelPath: '/monitoring',
      diskFloorBytes: 0,
      backups: null,
      unknownSettings: [],
      ...facts,
    },
    dataDir: at('data'),
    locations: {
      journalPath: at('data/journal.sqlite'),
      statePath: at('data/state.sqlite'),
      stateUrl: null,
      telemetryPath: at('data/telemetry.duckdb'),
      blobsPath: at('data/blobs'),
    },
    clock: { now: () => nowMs },
    outgoing: { ...isOpen, request: unreachable, certificate: unreachable },
    discover: async () => {},
    probe: null,
    stores: { state: absent, journal: absent, telemetry: absent, blobs: absent, ...stores } as HealthSubject['stores'],
    ...given,
  };
}

const run = (check: HealthCheck, given?: Given, fix = false) => runHealthCheck(check, subject(given), { fix });
const foundBy = async (check: HealthCheck, given?: Given) =>
  (await run(check, given)).findings.map(({ severity, found }) => `${severity}: ${found}`);

test('nothing connects to other hosts while a restored server is paused', async () => {
  const outgoing = { paused: async () => 'Restored.', request: unreachable, certificate: unreachable };
  const given = { outgoing, probe: anyProbe(), discover: () => Promise.reject(new Error('connected')) };
  for (const check of [proxy, tunnel, certificate, singleSignOn]) {
    expect(await foundBy(check, given)).toEqual(['note: Not checked. Restored.']);
  }
});

test('misspelled settings and a server without a public URL are warnings', async () => {
  expect(await foundBy(configuration)).toEqual(['ok: The settings are valid.']);
  expect(await foundBy(configuration, { facts: { unknownSettings: ['SEISMO_ULR'] } })).toEqual([
    'warning: SEISMO_ULR is set, but Seismo has no such setting.',
  ]);
  const local = { hasPublicUrl: false, publicUrl: 'http://localhost:8300', host: '0.0.0.0' };
  expect(await foundBy(configuration, { facts: local })).toEqual([
    'warning: Seismo listens on 0.0.0.0, but SEISMO_URL is not set.',
  ]);
  expect(await foundBy(configuration, { facts: { publicUrl: 'http://seismo.test' } })).toEqual([
    'warning: SEISMO_URL is http://seismo.test, without TLS.',
  ]);
});

test('files of older spans that are missing are an error, with the number of their spans', async () => {
  const withFiles = (paths: string[], spans: number) => ({
    stores: { telemetry: { store: { query: async () => [], unreadableSpans: async () => ({ files: paths, spans }) } } },
  });
  expect(await foundBy(storesCheck, withFiles([], 0))).toContain('ok: The telemetry store opens and can be read.');
  const { findings } = await run(storesCheck, withFiles(['/data/a', '/data/b'], 7));
  expect(findings.find(({ severity }) => severity === 'error')).toMatchObject({
    found: 'Files of older spans are missing or cut off: /data/a and 1 more.',
    why: '7 spans are in no trace until the files are back. Everything else works.',
  });
});

test('a disk below the floor is an error, and one close to it a warning', async () => {
  await mkdir(at('data'));
  const floored = async (diskFloorBytes: number) => (await run(disk, { facts: { diskFloorBytes } })).severity;
  expect([await floored(0), await floored(1e18)]).toEqual(['ok', 'error']);
  const free = Number(/(\d+\.\d) GB are free/.exec((await run(disk)).findings[0]!.found)![1]) * 1e9;
  expect(await floored(Math.floor(free / 2))).toBe('warning');
  expect((await run(disk, { facts: { diskFloorBytes: 35e6 } })).findings[0]!.found).toMatch(/below 35 MB, /);
});

test('"--fix" creates the missing reserve once', async () => {
  await mkdir(at('data'));
  const facts = { diskFloorBytes: 1024 };
  expect(await run(disk, { facts }, true)).toMatchObject({ severity: 'ok', fixed: ['Created the file "reserve".'] });
  expect((await stat(at('data/reserve'))).size).toBe(1024);
  expect(await run(disk, { facts }, true)).toMatchObject({ severity: 'ok', fixed: [] });
});

test('"--fix" restricts open modes, and keeps the bits of the owner', async () => {
  await mkdir(at('data/copies'), { recursive: true });
  await chmod(at('data'), 0o755);
  await writeFile(at('data/state.sqlite'), '');
  await chmod(at('data/state.sqlite'), 0o644);
  expect(await run(files)).toMatchObject({ severity: 'warning', findings: [{ isFixable: true }] });
  expect(await run(files, {}, true)).toMatchObject({
    severity: 'ok',
    fixed: [expect.stringMatching(/^Restricted \d/)],
  });
  const modes = await Promise.all(
    ['data', 'data/state.sqlite'].map(async (name) => (await stat(at(name))).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o600]);
  expect(await run(files, {}, true)).toMatchObject({ severity: 'ok', fixed: [] });
  await chmod(at('data/state.sqlite'), 0o644);
  expect(await foundBy(files)).toContain(
    'note: Only the mode of the folder keeps other users from reading state.sqlite.',
  );
});

test('"--fix" removes old partial files, and never a damaged file or a young one', async () => {
  await mkdir(at('data/copies'), { recursive: true, mode: 0o700 });
  await chmod(at('data'), 0o700);
  const names = [
    'copies/state-3-x.sqlite.partial',
    'copies/state-4-x.sqlite.partial',
    'journal.sqlite.damaged',
    'state.sqlite',
  ];
  for (const name of names) await writeFile(at('data', name), 'x', { mode: 0o600 });
  for (const name of [names[0]!, ...names.slice(2)]) await utimes(at('data', name), 0, (nowMs - 7_200_000) / 1000);
  await utimes(at('data', names[1]!), 0, nowMs / 1000);
  const result = await run(files, {}, true);
  expect(result.fixed).toEqual(['Removed 1 partial files.']);
  expect(result.findings.map(({ found }) => found)).toEqual([
    'journal.sqlite.damaged (1 MB) is a damaged file that Seismo replaced and saved.',
    'Only the user that runs Seismo can read the data directory.',
  ]);
  expect((await readdir(at('data'), { recursive: true })).toSorted()).toEqual(['copies', ...names.slice(1)].toSorted());
  expect((await run(files, {}, true)).fixed).toEqual([]);
});

// Only root may give a file away.
test.skipIf(process.getuid?.() !== 0)('a file of another user is an error', async () => {
  await mkdir(at('data'), { mode: 0o700 });
  await writeFile(at('data/state.sqlite'), '', { mode: 0o600 });
  const { chown } = await import('node:fs/promises');
  await chown(at('data/state.sqlite'), 1234, 1234);
  expect(await foundBy(files)).toEqual(['error: state.sqlite does not belong to user 0, who owns the data directory.']);
});

test('a clock that differs from the file system or from the public URL is a warning', async () => {
  await mkdir(at('data'));
  const now = Date.now;
  expect(await foundBy(clock, { clock: { now } })).toEqual(['ok: The clock agrees with the file system.']);
  expect(await foundBy(clock, { clock: { now: () => now() + 60_000 } })).toEqual([
    expect.stringMatching(/^warning: The clock of this machine and that of the file system .* differ by 60 s/),
  ]);
  const request = async () => new Response('ok', { headers: { date: new Date(now() - 90_000).toUTCString() } });
  expect(await foundBy(clock, { clock: { now }, outgoing: { ...isOpen, request, certificate: unreachable } })).toEqual([
    expect.stringMatching(/^warning: The clock of this machine and that of seismo.test differ by (89|9\d) s/),
  ]);
  expect(await readdir(at('data'))).toEqual([]);
});

test('a journal that is behind is a warning only while the server runs', async () => {
  const stats = async () => ({ entries: 7, oldestReceivedAtMs: nowMs - 180_000, deadLetters: 2 });
  const stores = {
    journal: { store: { stats } },
    state: { store: { outboxReaders: async () => [{ name: 'live', behind: 3, behindSinceMs: nowMs - 400_000 }] } },
  };
  expect(await foundBy(pipeline, { stores })).toEqual([
    'note: 7 journal entries wait. The server processes them when it starts.',
  ]);
  expect(await foundBy(pipeline, { stores, probe: anyProbe() })).toEqual([
    'warning: Processing is 180 s behind; 7 journal entries wait.',
    'warning: The outbox reader "live" is 3 rows behind.',
  ]);
  expect(await foundBy(deadLetters, { stores })).toEqual([
    'warning: 2 items could not be processed and are stored as dead letters.',
  ]);
});

test('projects whose frames mostly lack a source map are named', async () => {
  const cells = [
    { error: '', frames: 40 },
    { error: 'source-content-missing', frames: 500 },
    { error: 'no-debug-id', frames: 60 },
  ];
  const mapped = [{ error: '', frames: 1000 }];
  const query = async (_name: string, { projectId }: { projectId: number }) => (projectId === 1 ? cells : mapped);
  const allProjects = async () => [
    { id: 1, slug: 'web' },
    { id: 2, slug: 'api' },
  ];
  const stores = { state: { store: { allProjects } }, telemetry: { store: { query } } };
  expect(await foundBy(sourceMaps, { stores })).toEqual([
    'warning: Most frames of minified code have no source map in web (60%).',
  ]);
});

function anyProbe() {
  return createProbe({
    newName: () => 'a'.repeat(32),
    clientAddress: (_, headers) => String(headers['x-forwarded-for']),
  });
}

/** Requests that arrive with these headers, through a proxy at 10.0.0.9. */
function arrivingWith(headers: Record<string, string>, clientAddress: string): Given {
  const probe = createProbe({ newName: () => 'b'.repeat(32), clientAddress: () => clientAddress });
  const request = async (url: string | URL) => {
    probe.arrived(new URL(url).searchParams.get('probe')!, '10.0.0.9', headers);
    return new Response('ok');
  };
  return { probe, outgoing: { ...isOpen, request, certificate: unreachable } };
}

test('a request that arrives with another host, or through a proxy that is not trusted, is found', async () => {
  const forwarded = { host: 'seismo.test', 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
  expect(await foundBy(proxy, arrivingWith(forwarded, '203.0.113.7'))).toEqual([
    'ok: A request to https://seismo.test arrives with the right host and address.',
  ]);
  expect(await foundBy(proxy, arrivingWith({ ...forwarded, host: '127.0.0.1:8300' }, '203.0.113.7'))).toEqual([
    'error: Requests to seismo.test arrive with the host 127.0.0.1:8300.',
  ]);
  const untrusted = await run(proxy, arrivingWith(forwarded, '10.0.0.9'));
  expect(untrusted.findings).toMatchObject([{ severity: 'warning', action: expect.stringContaining('=10.0.0.9') }]);
  expect(await foundBy(proxy, arrivingWith({ ...forwarded, 'x-forwarded-proto': 'http' }, '203.0.113.7'))).toEqual([
    'warning: Requests over https arrive with X-Forwarded-Proto: http.',
  ]);
});

test('a public URL that leads elsewhere or nowhere is an error, and a stopped server is not asked', async () => {
  const request = async () => new Response('welcome');
  const elsewhere = { probe: anyProbe(), outgoing: { ...isOpen, request, certificate: unreachable } };
  expect(await foundBy(proxy, elsewhere)).toEqual([
    'error: https://seismo.test/healthz answered with status 200, but the request did not reach this server.',
  ]);
  expect(await foundBy(proxy, { probe: anyProbe() })).toEqual(['error: Could not connect to seismo.test on port 443.']);
  expect(await foundBy(proxy)).toEqual(['note: Not checked because the server is not running.']);
});

test('the probe records only what it expects', () => {
  const probe = anyProbe();
  probe.arrived('a'.repeat(32), '10.0.0.9', {});
  {
    using expected = probe.expect();
    expect(expected.arrival()).toBeNull();
    probe.arrived('c'.repeat(32), '10.0.0.9', {});
    expect(expected.arrival()).toBeNull();
    probe.arrived(expected.name, '10.0.0.9', { host: 'a', 'x-forwarded-host': 'b' });
    expect(expected.arrival()).toMatchObject({ peer: '10.0.0.9', host: 'b' });
  }
});

test('certificates: none, invalid, ending soon, valid', async () => {
  const with_ = (days: number, failure: string | null): Given => ({
    outgoing: {
      ...isOpen,
      request: unreachable,
      certificate: async () => ({ failure, validToMs: nowMs + days * 86_400_000 + 1, issuer: 'ACME' }),
    },
  });
  expect(await foundBy(certificate, { facts: { publicUrl: 'http://127.0.0.1:8300' } })).toEqual([
    'note: http://127.0.0.1:8300 has no certificate: it uses http, which only this machine reaches.',
  ]);
  expect(await foundBy(certificate)).toEqual(['error: Could not connect to seismo.test on port 443.']);
  expect(await foundBy(certificate, with_(80, 'CERT_HAS_EXPIRED'))).toEqual([
    'error: The certificate of seismo.test is not valid: CERT_HAS_EXPIRED.',
  ]);
  expect(await foundBy(certificate, with_(13, null))).toEqual([
    'warning: The certificate of seismo.test expires in 13 days.',
  ]);
  expect(await foundBy(certificate, with_(80, null))).toEqual([
    'ok: The certificate of seismo.test by ACME is valid for 80 more days.',
  ]);
});

test('a tunnel path that the proxy answers itself is a warning, and its last use is shown', async () => {
  const state = {
    store: {
      allProjects: async () => [{ id: 1 }],
      settings: async () => new Map([['tunnel-used-1', String(nowMs - 5 * 3_600_000)]]),
    },
  };
  const given = (response: Response): Given => ({
    probe: anyProbe(),
    stores: { state },
    outgoing: { ...isOpen, request: async () => response, certificate: unreachable },
  });
  const headers = { 'access-control-allow-methods': 'POST, OPTIONS' };
  expect(await foundBy(tunnel, given(new Response(null, { status: 204, headers })))).toEqual([
    'ok: https://seismo.test/monitoring accepts reports.',
    'ok: A report last arrived through a tunnel 5 hours ago.',
  ]);
  expect((await foundBy(tunnel, given(new Response('no', { status: 404 }))))[0]).toBe(
    'warning: https://seismo.test/monitoring answered with status 404, and not as Seismo does.',
  );
});

test('an identity provider that does not answer is an error with its message', async () => {
  const provider = { name: 'Acme', issuer: 'https://id.test' };
  const state = { store: { listIdentityProviders: async () => [provider] } };
  const given = { stores: { state } };
  expect(await foundBy(singleSignOn, given)).toEqual([
    'ok: Acme at https://id.test answers, and its discovery document is valid.',
  ]);
  const discover = async () => {
    throw new Error(
      'Acme at https://id.test is not usable as an OpenID Connect provider: it reports a different issuer.',
    );
  };
  expect(await foundBy(singleSignOn, { ...given, discover })).toEqual([
    expect.stringMatching(/^error: Acme at .* different issuer/),
  ]);
});

test('a check or a fix that throws is a finding', async () => {
  const failing: HealthCheck = {
    id: 'x',
    title: 'X',
    group: 'Server',
    run: async () => {
      throw new Error('EIO\nstack');
    },
  };
  expect(await foundBy(failing)).toEqual(['error: The check failed: EIO']);
  const fix = () => Promise.reject(new Error('EROFS'));
  const unfixable: HealthCheck = { ...failing, run: async () => [{ severity: 'note', found: 'a', fix }] };
  expect(await run(unfixable, {}, true)).toMatchObject({
    severity: 'error',
    fixed: [],
    findings: [{ found: 'a' }, { found: 'It could not be repaired: EROFS' }],
  });
});

test('backups that are late, or go to a folder that cannot keep them, are found', async () => {
  const HOUR = 3_600_000;
  await mkdir(at('data'), { recursive: true });
  const folder = at('backups');
  const stateOf = (atMs: number | null) => {
    const inFolders = atMs === null ? [] : [{ folder, name: '', atMs }];
    const stored: Record<string, object> = {
      backups: { inFolders, toFileAtMs: null },
      'backup-schedule': { folder, sinceMs: nowMs - 40 * HOUR },
    };
    return { setting: async (name: string) => JSON.stringify(stored[name]) };
  };
  const found = (atMs: number | null, to: string | null) =>
    foundBy(backups, {
      facts: { backups: to === null ? null : { folder: to, everyMs: 24 * HOUR } },
      stores: { state: { store: stateOf(atMs) } },
    });
  expect(await found(null, null)).toEqual(['note: No backup was made yet, and none is scheduled.']);
  expect(await foundBy(backups)).toEqual(['note: Not checked because the state store could not be opened.']);
  expect(await found(nowMs - 30 * HOUR, folder)).toEqual([
    'ok: The last backup is from 2026-11-23 18:00 UTC.',
    `error: The folder ${folder} for backups does not exist.`,
  ]);
  await mkdir(folder);
  expect(await found(nowMs - 40 * HOUR, folder)).toEqual([
    'error: The last backup is from 2026-11-23 08:00 UTC; one is due every 24 hours.',
    `warning: The folder ${folder} for backups is on the same file system as the data directory.`,
  ]);
  expect((await found(null, folder))[0]).toBe(
    'error: No scheduled backup has succeeded yet; one is due every 24 hours.',
  );
});
