import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './client.ts';

const PAUSE_MS = 20;

/** Merges and splits issues during ingest, until the server is gone. */
export async function regroupUntilGone(target: Target, random: () => number, gone: Promise<unknown>): Promise<void> {
  let alive = true;
  void gone.then(() => {
    alive = false;
  });
  const api = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${target.url}/api/0${path}`, {
      method,
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    // Refusals are expected if an event has moved meanwhile; accepted operations are in the journal.
    if (response.status >= 500) throw new Error(`the server answered ${response.status}: ${await response.text()}`);
    return response.ok && response.status !== 202 ? response.json() : null;
  };
  const pick = <T>(from: T[]): T | undefined => from[Math.floor(random() * from.length)];
  try {
    while (alive) {
      const issues = ((await api('GET', `/projects/main/${target.slug}/issues/?query=`)) ?? []) as { id: string }[];
      const [one, other] = [pick(issues)?.id, pick(issues)?.id];
      await sleep(PAUSE_MS);
      if (one === undefined || other === undefined) continue;
      if (one !== other) await api('PUT', `/projects/main/${target.slug}/issues/?id=${one}&id=${other}`, { merge: 1 });
      const hashes = ((await api('GET', `/issues/${one}/hashes/`)) ?? []) as { id: string }[];
      if (hashes.length > 1) await api('DELETE', `/issues/${one}/hashes/?id=${pick(hashes)!.id}`);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
