import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterwards } from './cleanup.ts';

/** An OpenID provider that tests control: honest and hostile. */
export async function openIdentityProvider(address = '127.0.0.1') {
  const codes = new Map<string, object>();
  const requests: { path: string; form: URLSearchParams }[] = [];
  const given = {
    /** Overrides of its metadata. */
    metadata: {} as Record<string, unknown>,
    /** Overrides of its responses, by path. */
    answers: {} as Record<string, (request: IncomingMessage, response: ServerResponse) => void>,
  };
  const server = createServer(async (request, response) => {
    const path = request.url!;
    const form = new URLSearchParams(await text(request));
    requests.push({ path, form });
    if (given.answers[path]) return given.answers[path](request, response);
    const json = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/.well-known/openid-configuration') {
      return void json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        ...given.metadata,
      });
    }
    const claims = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (path !== '/token' || !claims) return void response.writeHead(400).end();
    json({ access_token: 'access', token_type: 'Bearer', id_token: tokenOf(claims) });
  }).listen(0, address);
  await once(server, 'listening');
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://${address}:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    requests,
    given,
    /** Signs a user in at the address that Seismo sent the browser to; returns the query string to come back with. */
    signIn(begun: string, claims: object, more: Record<string, string> = {}): string {
      const params = new URL(begun).searchParams;
      const code = randomBytes(16).toString('hex');
      const nowS = Math.floor(Date.now() / 1000);
      const [aud, nonce] = [params.get('client_id'), params.get('nonce')];
      codes.set(code, { iss: issuer, aud, nonce, iat: nowS, exp: nowS + 60, ...claims });
      return `?${new URLSearchParams({ code, state: params.get('state')!, ...more }).toString()}`;
    },
  };
}

/** A response from the token endpoint is trusted for its connection, not for its signature. */
function tokenOf(claims: object): string {
  const parts = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, randomBytes(256).toString('base64url')].join('.');
}

export type TestIdentityProvider = Awaited<ReturnType<typeof openIdentityProvider>>;
