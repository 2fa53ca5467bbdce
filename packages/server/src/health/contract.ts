import type { Journal } from '#journal/contract.ts';
import type { Outgoing } from '#outgoing/outgoing.ts';
import type { Clock } from '#platform/clock.ts';
import type { Blobs } from '#store/blobs/contract.ts';
import type { StoreLocations } from '#store/open.ts';
import type { IdentityProvider, State } from '#store/state/contract.ts';
import type { Telemetry } from '#store/telemetry/contract.ts';
import type { Probe } from './probe.ts';

/** `note`: nothing to do now. `warning`: something will fail or is weaker than it looks. `error`: something fails now. */
export type Severity = 'ok' | 'note' | 'warning' | 'error';

export interface Finding {
  severity: Severity;
  /** What was found, as one sentence. */
  found: string;
  /** Why it matters; empty if the sentence says it. */
  why?: string;
  /** What to do. */
  action?: string;
  /** Repairs it where that is safe at any time and again, and returns what was done. */
  fix?: () => Promise<string>;
}

/** One subject of `seismo doctor` and of the page "Server health". To add one: a file in `checks`, a line in `all.ts`. */
export interface HealthCheck {
  /** Stable: part of the JSON. */
  id: string;
  title: string;
  group: 'Server' | 'Data' | 'Processing' | 'Network';
  /** It connects to other hosts, so it does not run while a restored server is paused. */
  connects?: true;
  /** Never changes anything. If it throws, the check counts as failed. */
  run(subject: HealthSubject): Promise<Finding[]>;
}

/** What the server was told by its environment. */
export interface ServerFacts {
  version: string;
  publicUrl: string;
  /** Whether `SEISMO_URL` is set; otherwise the URL is the address that the server listens on. */
  hasPublicUrl: boolean;
  host: string;
  tunnelPath: string;
  diskFloorBytes: number | null;
  /** The schedule of backups. */
  backups: { folder: string; everyMs: number } | null;
  /** Variables that look like settings of Seismo, but are none. */
  unknownSettings: readonly string[];
}

export type Inspected<Store> =
  | { store: Store }
  /** `expected`: the store cannot be inspected now, and nothing is wrong. */
  | { reason: string; expected: boolean };

export interface HealthSubject {
  facts: ServerFacts;
  dataDir: string;
  locations: StoreLocations;
  clock: Clock;
  outgoing: Pick<Outgoing, 'request' | 'certificate' | 'paused'>;
  /** Reads the provider's discovery document; throws an error with a message for the owner. */
  discover(provider: IdentityProvider): Promise<unknown>;
  /** Recognizes our own requests on their way back in; `null` unless this process is the server. */
  probe: Probe | null;
  stores: {
    state: Inspected<State>;
    journal: Inspected<Pick<Journal, 'identity' | 'stats'>>;
    telemetry: Inspected<Pick<Telemetry, 'identity' | 'query' | 'unreadableSpans'>>;
    blobs: Inspected<Pick<Blobs, 'storeId'>>;
  };
}

export function notChecked(reason: string): Finding {
  return { severity: 'note', found: `Not checked because ${reason}.` };
}
