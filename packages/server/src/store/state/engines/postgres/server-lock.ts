import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { limits } from '@seismo/protocol';
import { LeaseLost } from '../../lease/contract.ts';

const RETRY_MS = 500;
const KEY = "hashtextextended('seismo server ' || current_schema(), 0)";

/**
 * PostgreSQL frees the lock when the session ends, so a killed server needs no timeout. After a lost host, it notices
 * through its own keepalive probes within half a minute.
 */
const PREPARE = `set idle_session_timeout = 0; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3`;

/** Of the session that has the lock: `pg_locks` shows a key of 64 bits as two halves. */
const HOLDER = `select application_name as holder from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and (classid::bigint << 32) | objid::bigint = ${KEY}
    and pg_locks.database = (select oid from pg_database where datname = current_database())`;

export interface ServerLockOptions {
  /** The server in the words of a refusal, such as "process 12 on host db". */
  holder: string;
  /** How long to wait for another server that is stopping. */
  waitMsMax?: number;
  /** Called after a lost connection; rejects with `LeaseLost` if another server has taken over since. */
  verifyLease(): Promise<void>;
}

/**
 * The lock by which servers on one state exclude each other. If its connection is lost, this server takes it again
 * unless another one was faster; meanwhile the lease prevents both from writing.
 */
export async function acquireServerLock(
  config: ClientConfig,
  { holder, verifyLease, waitMsMax = limits.STATE_LEASE_WAIT_MS_MAX }: ServerLockOptions,
): Promise<{ release(): Promise<void> }> {
  let isReleased = false;
  let held: Client | null = null;

  const acquire = async (deadlineMs: number): Promise<Client> => {
    // PostgreSQL shows 63 bytes of a name.
    const client = new Client({ ...config, application_name: `seismo: ${holder}`.slice(0, 63) });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(PREPARE);
      for (;;) {
        const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${KEY}) as locked`);
        if (rows[0]!.locked) return client;
        if (performance.now() >= deadlineMs) {
          const other = await client.query<{ holder: string }>(HOLDER);
          const name = other.rows[0]?.holder.replace(/^seismo: /, '') ?? 'it is stopping';
          throw new Error(
            `another server is using it (${name}). Stop that server first; two servers cannot share one state store`,
          );
        }
        await wait(Math.min(RETRY_MS, waitMsMax));
      }
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  };

  const hold = async (client: Client): Promise<void> => {
    if (isReleased) return client.end();
    held = client;
    client.once('end', () => {
      held = null;
      if (!isReleased) void regain();
    });
  };

  const regain = async (): Promise<void> => {
    while (!isReleased) {
      try {
        if (held === null) await hold(await acquire(0));
      } catch {
        // Another server has it, or PostgreSQL is not back yet.
      }
      try {
        await verifyLease();
        if (held !== null) return;
      } catch (error) {
        if (error instanceof LeaseLost) return;
      }
      await wait(RETRY_MS);
    }
  };

  await hold(await acquire(performance.now() + waitMsMax));
  return {
    async release() {
      isReleased = true;
      await held?.end();
    },
  };
}
