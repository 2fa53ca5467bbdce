import { CLIENT_VALUE_DEPTH_MAX as DEPTH_MAX } from '@seismo/protocol/client-limits';
import { normalize } from '../errors/normalize.ts';
import type { Attachment, Event } from '../event.ts';
import { addDebugIds } from '../stack/debug-ids.ts';

/** One item of an envelope: its header, and its payload as JSON or bytes. */
export interface Item {
  header: { type: ItemType; [name: string]: unknown };
  payload: unknown;
  /** The number of records, if not one: an item of logs or spans has up to a hundred. */
  quantity?: number;
}

export type ItemType =
  | 'event'
  | 'transaction'
  | 'feedback'
  | 'attachment'
  | 'client_report'
  | 'session'
  | 'span'
  | 'log';

/**
 * The category of an item type in rate limits and client reports (@sentry/core `utils/envelope.js`, 11.12.0, read
 * 2026-11).
 */
export const categoryOf = (type: ItemType): string =>
  ({ event: 'error', client_report: 'internal', log: 'log_item' } as Partial<Record<ItemType, string>>)[type] ?? type;

/** The lines of all items. `length` is only needed if a payload may contain a line end. */
export function itemParts(items: readonly Item[]): BlobPart[] {
  return items.flatMap(({ header, payload }) => {
    if (header.type !== 'attachment') return [`\n${JSON.stringify(header)}\n${JSON.stringify(payload)}`];
    const bytes = new Blob([payload as BlobPart]);
    return [`\n${JSON.stringify({ ...header, length: bytes.size })}\n`, bytes];
  });
}

/** An event and its attachments. Values of the page become plain JSON here. */
export function itemsOf(event: Event, attachments: readonly Attachment[]): Item[] {
  const payload = { ...event } as Record<string, unknown>;
  for (const field of ['user', 'tags', 'extra', 'contexts', 'breadcrumbs', 'fingerprint'] as const) {
    // Values in breadcrumbs and contexts are one level deeper.
    if (event[field]) payload[field] = normalize(event[field], DEPTH_MAX + 2);
  }
  addDebugIds(payload as unknown as Event);
  return [
    { header: { type: event.type ?? 'event' }, payload },
    ...attachments.map(({ data, filename, contentType, attachmentType }) => ({
      header: { type: 'attachment' as const, filename, content_type: contentType, attachment_type: attachmentType },
      payload: data,
    })),
  ];
}
