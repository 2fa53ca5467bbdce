import { limits } from '@seismo/protocol';
import { copy } from '../engines/memory/rows.ts';
import type { OutboxReads, OutboxRow, OutboxWrites } from './contract.ts';

export interface OutboxData {
  outbox: OutboxRow[];
  outboxHead: number;
  outboxReaders: { name: string; position: number }[];
}

export function emptyOutbox(): OutboxData {
  return { outbox: [], outboxHead: 0, outboxReaders: [] };
}

export function outboxReads(current: () => OutboxData): OutboxReads {
  return {
    outboxAfter: async (position, count) =>
      copy(
        current()
          .outbox.filter(({ id }) => id > position)
          .slice(0, count),
      ),
    outboxReaders: async () =>
      current()
        .outboxReaders.map(({ name, position }) => ({
          name,
          position,
          behind: current().outboxHead - position,
          behindSinceMs: current().outbox.find(({ id }) => id > position)?.atMs ?? null,
        }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

export function outboxWrites(data: OutboxData): OutboxWrites {
  return {
    publish(rows) {
      for (const row of rows) data.outbox.push({ ...row, id: ++data.outboxHead, atMs: Date.now() });
    },
    async addOutboxReader(name) {
      const known = data.outboxReaders.find((reader) => reader.name === name);
      if (!known) data.outboxReaders.push({ name, position: data.outboxHead });
      return known?.position ?? data.outboxHead;
    },
    async advanceOutboxReader(name, from, to) {
      const reader = data.outboxReaders.find((each) => each.name === name);
      if (reader?.position !== from || to < from) throw new Error(`The outbox reader ${name} is not at ${from}.`);
      reader.position = to;
      const passed = Math.min(...data.outboxReaders.map(({ position }) => position));
      const oldest = data.outbox[0]?.id ?? 0;
      data.outbox = data.outbox.filter(({ id }) => id > Math.min(passed, oldest + limits.OUTBOX_TRIM_COUNT_MAX - 1));
    },
    async removeOutboxReader(name) {
      data.outboxReaders = data.outboxReaders.filter((reader) => reader.name !== name);
    },
  };
}
