import type { ProjectId } from '@seismo/protocol';
import type { Blobs } from '#store/blobs/contract.ts';
import type { State } from '#store/state/contract.ts';
import type { Telemetry } from '#store/telemetry/contract.ts';
import type { Clock } from '#platform/clock.ts';
import type { DiskSpace } from '#platform/disk-space.ts';
import type { ServerHealth } from './stats/attention.ts';
import type { OutcomesView } from './stats/views.ts';

export type Usage =
  | { kind: 'session'; hash: string; atMs: number; address: string | null }
  | { kind: 'token'; tokenId: number; atMs: number }
  | { kind: 'share'; shareId: number; atMs: number };

/** `mail`: the sender of mail; `null` if the server cannot send any. */
export interface QueryConfig {
  publicUrl: string;
  mail: { from: string } | null;
}

/** The dependencies of queries. */
export interface QueryDeps {
  state: State;
  telemetry: Telemetry;
  blobs: Blobs;
  clock: Clock;
  /** Called when a session, token or share link is used, at most once a minute each. */
  touchLastUsed(use: Usage): void;
  config: QueryConfig;
}

/** Further dependencies of some queries, which the threads of heavy queries do not have. */
export interface ServerQueryDeps extends QueryDeps {
  /** The journal's list of dead letters, typed by shape, because queries do not import the journal. */
  journal: {
    listDeadLetters(
      projectId: ProjectId,
      entriesMax: number,
    ): Promise<Omit<OutcomesView['deadLetters'][number], 'project' | 'projectId'>[]>;
    readDeadLetters(
      projectId: ProjectId,
      after: number,
      bytesMax: number,
    ): Promise<{ id: number; clientAddress: string | null; body: Uint8Array }[]>;
  };
  space: DiskSpace;
  /** As measured a few seconds ago, without a wait. */
  serverHealth(): ServerHealth;
}
