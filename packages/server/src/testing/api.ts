import { expect } from 'vitest';
import { scopes, type Viewer } from '#domain/permissions/viewer.ts';
import { createApi } from '../api/api.ts';
import type { TestServer } from './test-server.ts';

const publicUrl = 'http://seismo.test:8300';

/** The Web API of a test server. A log line that the test does not expect fails it. */
export function openApi(
  { query, command }: Pick<TestServer, 'query' | 'command'>,
  logged: (fields: object, message: string) => void = (fields) => expect.unreachable(JSON.stringify(fields)),
) {
  return createApi({ query, command, version: '0.1.0', publicUrl, log: { error: logged } });
}

/** Sends requests to it, with a token of the viewer that has every scope: `path` is below `/api/0`. */
export async function openSender(server: TestServer, viewer: Viewer, api = openApi(server)) {
  const { token } = await server.command.createApiToken(viewer, {
    label: 'test',
    scopes: [...scopes],
    expiresAtMs: null,
  });
  return async (method: string, path: string, body?: object) => {
    const response = await api.request(`${publicUrl}/api/0${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
}
