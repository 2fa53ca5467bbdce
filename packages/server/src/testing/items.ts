import type { EnvelopeItem, ItemKind, OrganizationId, ProjectId } from '@seismo/protocol';
import { defaultRules } from '#domain/configuration/rules.ts';
import { Records } from '#pipeline/records.ts';
import type { Item, Origin } from '#pipeline/steps.ts';
import { SharedTexts } from '../signals/errors/shared-texts.ts';
import type { EventItem } from '../signals/errors/event-item.ts';
import type { SpikeCount } from '../signals/common/spikes/guard.ts';

const origin: Origin = {
  organizationId: 1 as OrganizationId,
  projectId: 1 as ProjectId,
  keyId: 0,
  receivedAtMs: Date.UTC(2026, 10, 21, 12),
  clientAddress: null,
  userAgent: null,
  replayOf: null,
  eventId: null,
  sentAtMs: null,
  inferIp: null,
  sampleRate: null,
};

/** An item before its first step, of a project without rules. */
export function itemOf(kind: ItemKind, payload: Uint8Array): Item {
  const names = { filename: null, contentType: null, attachmentType: null };
  const item: EnvelopeItem = { kind, type: kind, ...names, itemCount: 1, payload };
  return { item, origin, rules: defaultRules, records: new Records(1) };
}

export const noSpike: SpikeCount = { limited: new Set(), admits: () => true, count: () => {}, applied: () => {} };

/** An event of a batch without uploads or spike limits. */
export function eventItem(payload: Uint8Array, shared: Partial<EventItem> = {}): EventItem {
  return {
    ...itemOf('event', payload),
    symbolicator: { symbolicate: () => {}, nameActions: () => {} },
    spike: noSpike,
    texts: new SharedTexts(),
    filtered: [],
    ...shared,
  };
}
