import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { BlockList, type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../testing/cleanup.ts';
import { createOutgoing } from './outgoing.ts';

const noHosts = { names: new Set<string>(), addresses: new BlockList() };
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

// The machine may have no openssl.
test.skipIf(!hasOpenssl)('reads a certificate that clients refuse, with the reason and its end', async () => {
  const folder = newFolder();
  const made = spawnSync(
    'openssl',
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 9 -subj /O=Acme/CN=localhost -keyout key -out crt'.split(
      ' ',
    ),
    { cwd: folder },
  );
  expect(made.status).toBe(0);
  const [key, cert] = ['key', 'crt'].map((name) => readFileSync(`${folder}/${name}`));
  let received = 0;
  const server = createServer({ key: key!, cert: cert! }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', ({ length }) => (received += length));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outgoing = createOutgoing({ internal: noHosts });
  const found = await outgoing.certificate('localhost', port);
  expect(found).toMatchObject({ failure: 'DEPTH_ZERO_SELF_SIGNED_CERT', issuer: 'Acme' });
  const days = ((found as { validToMs: number }).validToMs - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(8.9);
  expect(days).toBeLessThan(9.1);
  expect(received).toBe(0);
  // Requests still refuse it, and only the operator reads why.
  const url = `https://localhost:${port}/`;
  const internal = { ...noHosts, names: new Set(['localhost']) };
  expect(await outgoing.request(url, { namedBy: 'operator' })).toMatchObject({
    name: 'OutgoingFailure',
    message: 'The certificate of localhost is not valid: self-signed certificate.',
  });
  expect(await createOutgoing({ internal }).request(url)).toMatchObject({
    name: 'OutgoingFailure',
    message: `Could not connect to localhost on port ${port}.`,
  });
  expect(received).toBe(0);
});

test('a host that does not answer is a failure', async () => {
  const outgoing = createOutgoing({ internal: noHosts });
  expect(await outgoing.certificate('127.0.0.1', 1)).toMatchObject({ reason: 'unreachable' });
});
