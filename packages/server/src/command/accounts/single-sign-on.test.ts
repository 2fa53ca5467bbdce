import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, BlockList, type AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits, type OrganizationId } from '@seismo/protocol';
import { domainRecord } from '#query/accounts/domain-proof.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Role } from '#domain/permissions/role.ts';
import { openIdentityProvider, type TestIdentityProvider } from '../../testing/identity-provider.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createUser } from './create-user.ts';

let server: TestServer;
let honest: TestIdentityProvider;
let hostile: TestIdentityProvider;
/** The owner of the server, in its first organization. */
let owner: Viewer & { userId: number };
let main: OrganizationId;
/** An organization with another founder. */
let other: OrganizationId;
let attacker: Viewer;
const records = new Map<string, string>();
const hosts = new Map<string, string[]>();
const visit = { address: '192.0.2.1', userAgent: 'Firefox' };
const ada = { email: 'ada@example.com', name: 'Ada', password: 'correct horse' };

beforeEach(async () => {
  // All requests must use the checked connection.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Nothing calls fetch.')));
  const addresses = new BlockList();
  addresses.addAddress('127.0.0.1');
  server = await openTestServer({
    internal: { names: new Set(), addresses },
    lookup: async (host) => (hosts.get(host) ?? []).map((address) => ({ address, family: 4 })),
    resolveText: async (name) => (records.has(name) ? [[records.get(name)!]] : []),
    durationMs: 2000,
  });
  [honest, hostile] = await Promise.all([openIdentityProvider(), openIdentityProvider()]);
  const userId = await createUser(server.deps, { ...ada, role: 'owner' });
  const memberships = await server.state.membershipsOf(userId);
  owner = { userId, memberships, scopes: null, boundTo: null };
  main = memberships[0]!.organizationId;
  other = await server.organization('other');
  attacker = await server.user(other, 'owner');
});
afterEach(() => {
  vi.unstubAllGlobals();
  records.clear();
  hosts.clear();
});

const asInput = (provider: { issuer: string }, given: object = {}) => ({
  name: 'Acme',
  issuer: provider.issuer,
  clientId: 'seismo',
  clientSecret: 'a secret between the two servers',
  domains: ['example.com'],
  role: 'member' as Role,
  ...given,
});
const ofMain = (given: object = {}) => server.command.saveIdentityProvider(owner, 'main', asInput(honest, given));
const ofOther = (given: object = {}) =>
  server.command.saveIdentityProvider(attacker, 'other', asInput(hostile, { name: 'Hostile', ...given }));

/** From the press of the button to the way back, with these claims. */
async function signOn(organizationId: OrganizationId, provider: TestIdentityProvider, claims: object) {
  const { url, flowState } = await server.command.beginSingleSignOn(organizationId, null);
  const search = provider.signIn(url, claims);
  return server.command.finishSingleSignOn(nobody, { organizationId, flowState, search }, { ...visit, address: null });
}
const nobody: Viewer = { userId: null, memberships: [], scopes: [], boundTo: null };

async function connect(viewer: Viewer, organizationId: OrganizationId, provider: TestIdentityProvider, claims: object) {
  const { url, flowState } = await server.command.beginConnection(viewer, organizationId, null);
  const search = provider.signIn(url, claims);
  return server.command.finishSingleSignOn(viewer, { organizationId, flowState, search }, visit);
}

async function viewerOf(answer: Awaited<ReturnType<typeof signOn>>): Promise<Viewer> {
  if (answer === 'connected' || !('cookie' in answer)) throw new Error('Nobody was signed in.');
  return server.query.viewerOfSession(answer.cookie, null);
}

const verified = (email: string, sub = email) => ({ sub, email, email_verified: true, name: email.split('@')[0] });

async function refusal(answer: Promise<unknown>): Promise<string> {
  const got = await answer.then(
    () => 'no refusal',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  return got;
}
const notConnected = expect.stringMatching(/^Refusal: Your .+ account is not connected to a Seismo account\./);

describe('account ownership', () => {
  test('a provider cannot sign in to an existing account, even if it verified the address', async () => {
    await ofOther();
    // The victim accepted an invitation to the attacker's organization.
    await server.state.write((tx) =>
      tx.setMembership({ organizationId: other, userId: owner.userId as never, role: 'viewer' }),
    );
    expect(await refusal(signOn(other, hostile, verified(ada.email)))).toEqual(notConnected);
    expect(await server.state.identitiesOf(owner.userId as never)).toEqual([]);
  });

  test('every unknown identity gets the same refusal, whether the address has an account or not', async () => {
    await ofMain({ domains: [] });
    const member = await server.user(main, 'member');
    const { email } = (await server.state.userById(member.userId))!;
    const sentences: string[] = [];
    for (const claims of [
      verified(ada.email),
      verified(email),
      verified('nobody@example.com'),
      verified('nobody@elsewhere.example'),
      { ...verified('new@example.com'), email_verified: false },
      { ...verified('new@example.com'), email_verified: 'true' },
      { sub: 'no e-mail' },
      verified('two@at@example.com'),
    ]) {
      sentences.push(await refusal(signOn(main, honest, claims)));
    }
    expect(new Set(sentences).size).toBe(1);
    expect(sentences[0]).toEqual(notConnected);
  });

  test('a signed-in user connects the account, signs in through the provider from then on, and disconnects it', async () => {
    await ofMain();
    expect(await connect(owner, main, honest, { sub: 'a-1' })).toBe('connected');
    expect(await server.query.connections(owner)).toEqual([
      { organizationId: main, organization: 'main', name: 'Acme', isConnected: true },
    ]);
    const signedIn = await signOn(main, honest, { sub: 'a-1' });
    expect(await viewerOf(signedIn)).toMatchObject({ userId: owner.userId, boundTo: main });
    await server.command.disconnectIdentities(owner, main);
    expect(await viewerOf(signedIn)).toMatchObject({ userId: null });
    expect(await refusal(signOn(main, honest, { sub: 'a-1' }))).toEqual(notConnected);
    await expect(server.command.disconnectIdentities(owner, main)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a session of a provider reaches its organization only, and connects nothing', async () => {
    await ofMain();
    await ofOther();
    await server.state.write((tx) =>
      tx.setMembership({ organizationId: other, userId: owner.userId as never, role: 'viewer' }),
    );
    const both = { ...owner, memberships: await server.state.membershipsOf(owner.userId as never) };
    await connect(both, other, hostile, { sub: 'chosen by the attacker' });
    const viewer = await viewerOf(await signOn(other, hostile, { sub: 'chosen by the attacker' }));
    expect(viewer.memberships).toEqual([{ organizationId: other, role: 'viewer' }]);
    await expect(server.command.beginConnection(viewer, other, null)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(server.query.connections(viewer)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(server.query.viewerInOrganization(viewer, 'main')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a connection is completed only by the user who began it, in the same account', async () => {
    await ofMain();
    const member = await server.user(main, 'member');
    const { url, flowState } = await server.command.beginConnection(owner, main, null);
    const search = honest.signIn(url, { sub: 'x' });
    for (const viewer of [member, nobody, { ...owner, boundTo: main }, { ...owner, memberships: [] }]) {
      const back = { organizationId: main, flowState, search: honest.signIn(url, { sub: 'x' }) };
      await expect(server.command.finishSingleSignOn(viewer, back, visit)).rejects.toMatchObject({ name: 'Refusal' });
    }
    expect(await server.command.finishSingleSignOn(owner, { organizationId: main, flowState, search }, visit)).toBe(
      'connected',
    );
    expect(await refusal(connect(member, main, honest, { sub: 'x' }))).toContain('is already connected to another');
    await expect(server.command.beginConnection(owner, other, null)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('the second factor of an account is required after its provider, and the session stays within the organization', async () => {
    await ofMain();
    const { secret } = await server.command.beginAuthenticator(owner);
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() });
    await server.command.enableAuthenticator(owner, code());
    server.clock.nowMs += 60_000;
    await connect(owner, main, honest, { sub: 'a-1' });
    const answer = await signOn(main, honest, { sub: 'a-1' });
    if (answer === 'connected' || 'cookie' in answer) throw new Error('No code is required.');
    expect((await server.query.viewerOfSession(answer.challenge, null)).userId).toBeNull();
    const viewer = await viewerOf(await server.command.signInByCode(answer.challenge, code(), visit));
    expect(viewer).toMatchObject({ userId: owner.userId, boundTo: main });
    // An unfinished sign-in becomes invalid when the provider is deleted.
    const again = await signOn(main, honest, { sub: 'a-1' });
    await server.command.deleteIdentityProvider(owner, 'main');
    server.clock.nowMs += 60_000;
    await expect(
      server.command.signInByCode((again as { challenge: string }).challenge, code(), visit),
    ).rejects.toMatchObject({ name: 'Refusal' });
  });

  test('an identity belongs to one organization, even if another names the same provider', async () => {
    await ofMain();
    await connect(owner, main, honest, { sub: 'a-1' });
    await server.command.saveIdentityProvider(attacker, 'other', asInput(honest, { name: 'Copy' }));
    expect(await refusal(signOn(other, honest, { sub: 'a-1' }))).toEqual(notConnected);
  });

  test('a removed member stays out until they are invited again', async () => {
    await ofMain();
    const viewer = await viewerOf(await signOn(main, honest, verified('grace@example.com')));
    await server.command.removeMember(owner, 'main', viewer.userId!);
    expect(await refusal(signOn(main, honest, verified('grace@example.com')))).toEqual(notConnected);
    await server.command.invite(owner, 'main', { email: 'grace@example.com', role: 'viewer' });
    const back = await viewerOf(await signOn(main, honest, verified('grace@example.com')));
    expect(back).toMatchObject({ userId: viewer.userId, memberships: [{ organizationId: main, role: 'viewer' }] });
    expect(await server.query.invitations(owner, 'main')).toEqual([]);
  });
});

describe('accounts created by a provider', () => {
  test('the first organization lists its domains; others prove theirs by a TXT record', async () => {
    await ofMain();
    const made = await viewerOf(await signOn(main, honest, verified('grace@Example.COM')));
    expect(made.memberships).toEqual([{ organizationId: main, role: 'member' }]);

    expect(await ofOther({ domains: ['example.com', 'evil.example'] })).toEqual({
      unproven: ['example.com', 'evil.example'],
    });
    expect(await refusal(signOn(other, hostile, verified('mallory@evil.example')))).toEqual(notConnected);
    const { value } = domainRecord(server.deps.config.publicUrl, other);
    records.set('_seismo.evil.example', value);
    records.set('_seismo.example.com', domainRecord(server.deps.config.publicUrl, main).value);
    expect(await ofOther({ domains: ['example.com', 'evil.example'] })).toEqual({ unproven: ['example.com'] });
    expect((await server.query.identityProvider(attacker, 'other')).provider!.records).toEqual([
      { domain: 'example.com', name: '_seismo.example.com', value },
    ]);
    expect(await refusal(signOn(other, hostile, verified('victim@example.com')))).toEqual(notConnected);
    expect(await refusal(signOn(other, hostile, verified('victim@sub.evil.example')))).toEqual(notConnected);
    const mallory = await viewerOf(await signOn(other, hostile, verified('mallory@evil.example')));
    expect(mallory.memberships).toEqual([{ organizationId: other, role: 'member' }]);
    // A proved domain stays proved while it is listed.
    records.clear();
    expect(await ofOther({ domains: ['evil.example'] })).toEqual({ unproven: [] });
    await ofOther({ domains: [] });
    expect(await ofOther({ domains: ['evil.example'] })).toEqual({ unproven: ['evil.example'] });
  });

  test('an invitation of another organization has priority, and one of the same sets the role', async () => {
    await ofOther({ domains: ['evil.example'] });
    records.set('_seismo.evil.example', domainRecord(server.deps.config.publicUrl, other).value);
    await ofOther({ domains: ['evil.example'] });
    const { link } = await server.command.invite(owner, 'main', { email: 'Eve@evil.example', role: 'admin' });
    expect(await refusal(signOn(other, hostile, verified('eve@evil.example')))).toEqual(notConnected);
    await server.command.signUpByInvitation(link, { name: 'Eve', password: 'correct horse' }, visit);
    await server.command.invite(attacker, 'other', { email: 'bob@evil.example', role: 'viewer' });
    const bob = await viewerOf(await signOn(other, hostile, verified('bob@evil.example')));
    expect(bob.memberships).toEqual([{ organizationId: other, role: 'viewer' }]);
    expect(await server.query.invitations(attacker, 'other')).toEqual([]);
  });
});

describe('provider identity', () => {
  test('the code of one provider is never sent to another', async () => {
    await ofMain();
    await ofOther();
    const victim = await server.command.beginSingleSignOn(other, null);
    const redirect = new URL(victim.url).searchParams.get('redirect_uri')!;
    expect(redirect).toBe(`http://seismo.test:8300/sign-in/sso/${other}/callback`);
    // The hostile provider passes the victim on to the honest one, with the state of the hostile sign-in.
    const search = honest.signIn(victim.url, { sub: 'victim' });
    const finish = (organizationId: number) =>
      server.command.finishSingleSignOn(nobody, { organizationId, flowState: victim.flowState, search }, visit);
    expect(await refusal(finish(main))).toContain('started in another browser');
    expect([...honest.requests, ...hostile.requests].map(({ path }) => path)).not.toContain('/token');
  });

  test('the issuer in an answer must match the provider, and must be present if announced', async () => {
    honest.given.metadata['authorization_response_iss_parameter_supported'] = true;
    await ofMain();
    await connectWithIssuer();
    for (const more of [{}, { iss: hostile.issuer }, { iss: '' }]) {
      const { url, flowState } = await server.command.beginSingleSignOn(main, null);
      const back = { organizationId: main, flowState, search: honest.signIn(url, { sub: 'a-1' }, more) };
      expect(await refusal(server.command.finishSingleSignOn(nobody, back, visit))).toContain('did not sign you in');
    }
    async function connectWithIssuer(): Promise<void> {
      const { url, flowState } = await server.command.beginConnection(owner, main, null);
      const search = honest.signIn(url, { sub: 'a-1' }, { iss: honest.issuer });
      expect(await server.command.finishSingleSignOn(owner, { organizationId: main, flowState, search }, visit)).toBe(
        'connected',
      );
    }
    expect(honest.requests.filter(({ path }) => path === '/token')).toHaveLength(1);
  });

  test('a token of another issuer, for another client or another sign-in is none', async () => {
    await ofMain();
    await connect(owner, main, honest, { sub: 'a-1' });
    for (const claims of [{ iss: hostile.issuer }, { aud: 'another' }, { nonce: 'another' }, { exp: 1 }, { sub: '' }]) {
      expect(await refusal(signOn(main, honest, { sub: 'a-1', ...claims }))).toContain('did not sign you in');
    }
    expect(await refusal(signOn(main, honest, { sub: 'x'.repeat(501) }))).toContain('too long');
  });

  test("a sign-in begun at one provider cannot end at the organization's next one", async () => {
    await ofMain();
    const { url, flowState } = await server.command.beginSingleSignOn(main, null);
    await server.command.saveIdentityProvider(owner, 'main', asInput(hostile));
    const search = honest.signIn(url, { sub: 'victim' });
    const back = { organizationId: main, flowState, search };
    expect(await refusal(server.command.finishSingleSignOn(nobody, back, visit))).toContain(
      'started in another browser',
    );
    expect(hostile.requests.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration']);
  });

  test('names are unique on the server, and the sign-in page shows the organization', async () => {
    await ofMain();
    for (const name of ['Acme', ' ACME', 'Ａｃｍｅ']) {
      await expect(ofOther({ name })).rejects.toMatchObject({ code: 'conflict', fields: { name: expect.anything() } });
    }
    await ofOther();
    await ofMain({ domains: [] });
    expect(await server.query.signInProviders()).toEqual([
      { organizationId: main, organization: 'main', name: 'Acme' },
      { organizationId: other, organization: 'other', name: 'Hostile' },
    ]);
  });

  test('the stored secret stays with the issuer that it was entered for', async () => {
    await ofMain();
    await server.command.saveIdentityProvider(owner, 'main', asInput(honest, { clientSecret: '' }));
    await expect(
      server.command.saveIdentityProvider(owner, 'main', asInput(hostile, { clientSecret: '' })),
    ).rejects.toMatchObject({ fields: { clientSecret: 'Required.' } });
  });
});

describe('requests of the server to providers', () => {
  const discoveries = (provider: TestIdentityProvider) =>
    provider.requests.filter(({ path }) => path.startsWith('/.well-known')).length;

  test('sixty clicks cause one request, also while the provider does not answer', async () => {
    await ofMain();
    await Promise.all(Array.from({ length: 30 }, () => server.command.beginSingleSignOn(main, null)));
    expect(discoveries(honest)).toBe(1);
    server.clock.nowMs += limits.IDENTITY_DISCOVERY_AGE_MS_MAX;
    honest.given.answers['/.well-known/openid-configuration'] = (_, response) => response.writeHead(500).end();
    const press = () => refusal(server.command.beginSingleSignOn(main, null));
    const presses = [...(await Promise.all(Array.from({ length: 10 }, press))), await press()];
    expect(new Set(presses).size).toBe(1);
    expect(presses[0]).toContain('returned 500');
    expect(discoveries(honest)).toBe(2);
    server.clock.nowMs += limits.IDENTITY_FAILURE_AGE_MS_MAX;
    await press();
    expect(discoveries(honest)).toBe(3);
  });

  test('sign-ins of one address are limited per minute', async () => {
    await ofMain();
    for (let time = 0; time < limits.SIGN_ON_COUNT_MAX; time++) {
      await server.command.beginSingleSignOn(main, '192.0.2.9');
    }
    const flowState = { organizationId: main, flowState: '{}', search: '' };
    for (const refused of [
      server.command.beginSingleSignOn(main, '192.0.2.9'),
      server.command.finishSingleSignOn(nobody, flowState, { ...visit, address: '192.0.2.9' }),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: 'too-many' });
    }
    await server.command.beginSingleSignOn(main, '192.0.2.10');
  });

  test('no issuer, endpoint or redirect reaches an internal address or reveals its ports', async () => {
    let connections = 0;
    const trap = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, '127.0.0.2');
    await once(trap, 'listening');
    const { port } = trap.address() as AddressInfo;
    hosts.set('rebind.example', ['127.0.0.2']);
    const save = (issuer: string) => refusal(ofOther({ issuer }));
    for (const host of ['127.0.0.2', '2130706434', '0x7f.2', '[::ffff:7f00:2]', 'rebind.example', '169.254.169.254']) {
      const [open, closed] = [await save(`https://${host}:${port}`), await save(`https://${host}:1`)];
      expect(open.replaceAll(String(port), 'P')).toBe(closed.replace(':1 ', ':P '));
      expect(open).toContain('does not exist or is an internal host');
    }
    expect(await save('https://nowhere.example')).toContain('does not exist or is an internal host');

    const inside = `https://127.0.0.2:${port}/x`;
    hostile.given.answers['/.well-known/openid-configuration'] = (_, response) =>
      response.writeHead(302, { location: inside }).end();
    expect(await save(hostile.issuer)).toContain('returned 302');
    server.clock.nowMs += limits.IDENTITY_FAILURE_AGE_MS_MAX;
    hostile.given.answers = {};
    hostile.given.metadata = { token_endpoint: inside, jwks_uri: inside, userinfo_endpoint: inside };
    await ofOther();
    expect(await refusal(signOn(other, hostile, verified('a@example.com')))).toContain(
      'does not exist or is an internal host',
    );
    expect(connections).toBe(0);
    trap.close();
  });

  test('a browser is sent to web addresses only', async () => {
    for (const endpoint of ['javascript:alert(1)', 'data:text/html,x', 'seismo:x']) {
      hostile.given.metadata['authorization_endpoint'] = endpoint;
      server.clock.nowMs += limits.IDENTITY_DISCOVERY_AGE_MS_MAX;
      await ofOther();
      expect(await refusal(server.command.beginSingleSignOn(other, null))).toContain('cannot be used');
    }
  });

  test('an endless, a slow and a broken provider are refused with a sentence', async () => {
    const json = { 'content-type': 'application/json' };
    const chunk = Buffer.alloc(64 * 1024, ' ');
    for (const [sentence, answer] of [
      [
        'sent more than 1 MiB',
        (response) =>
          void response
            .writeHead(200, json)
            .on('drain', () => response.write(chunk))
            .write(chunk),
      ],
      ['did not respond in time', () => {}],
      ['is not JSON', (response) => void response.writeHead(200).end('<html>')],
      [
        'reports a different issuer',
        (response) => void response.writeHead(200, json).end(JSON.stringify({ issuer: honest.issuer })),
      ],
    ] as [string, (response: ServerResponse) => void][]) {
      hostile.given.answers['/.well-known/openid-configuration'] = (_, response) => answer(response);
      server.clock.nowMs += limits.IDENTITY_FAILURE_AGE_MS_MAX;
      expect(await refusal(ofOther())).toContain(sentence);
    }
  });
  test('a host name is resolved at each connection', async () => {
    const { port } = new URL(hostile.issuer);
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    hostile.given.metadata = { issuer: hostile.issuer, token_endpoint: `http://rebind.example:${port}/token` };
    await ofOther();
    hosts.set('rebind.example', answers[0]!);
    expect(await refusal(signOn(other, hostile, { sub: 'x' }))).toEqual(notConnected);
    hosts.set('rebind.example', answers[1]!);
    expect(await refusal(signOn(other, hostile, { sub: 'x' }))).toContain('does not exist or is an internal host');
  });
});
