export interface LeaseReads {
  lease(): Promise<Lease>;
}

export interface Lease {
  /** 0: no server has used this store. */
  epoch: number;
  holder: string;
  /** The ID that the outbox gave last. */
  outboxId: number;
}

export interface LeaseWrites {
  /**
   * Makes `holder` the server of this store and returns its epoch. Every later write of an earlier server fails with
   * `LeaseLost`. The caller makes sure that no other server is running: see `openStores`.
   */
  takeLease(holder: string): Promise<number>;
}

/** This server may no longer write. The message is for the operator. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

export const SET_BACK =
  'The state store was restored to an earlier time while this server was running. This server is shutting down. Start it again to check that the stores still match.';
