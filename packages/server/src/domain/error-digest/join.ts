import { createHash } from 'node:crypto';
import type { EventPayload, Grouping } from '@seismo/protocol';
import { redactedDigestOf } from './redacted.ts';

/**
 * The hash that groups events without their own error. The same in every project; hashes are unique only within one.
 */
export function digestHash(digest: string): string {
  return createHash('sha256').update(`digest:${digest}`).digest('hex').slice(0, 32);
}

/**
 * Groups a redacted browser error by its digest, so that it joins the issue of the server's event
 * (docs/decisions/0015-digest-bridge.md). Other events, and those with a custom group, stay as they are.
 */
export function joinByDigest(event: EventPayload, grouping: Grouping): Grouping {
  if (grouping.method === 'fingerprint') return grouping;
  const digest = redactedDigestOf(event);
  if (digest === null) return grouping;
  const why = 'React hides the error from the browser; the server reports it with the same digest';
  return {
    version: grouping.version,
    hash: digestHash(digest),
    method: 'digest',
    summary: `Joined by digest ${digest} to the issue of the server error.`,
    components: [
      { kind: 'digest', value: digest, contributes: true, why },
      ...grouping.components.map((component) => ({ ...component, contributes: false })),
    ],
  };
}
