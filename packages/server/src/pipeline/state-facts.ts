import type { StateBatch } from '#store/state/contract.ts';
import type { EventRow, SessionRow } from '#store/telemetry/contract.ts';

type Located = Pick<EventRow | SessionRow, 'organizationId' | 'projectId' | 'release' | 'environment'>;

/** The changes of a batch to issues, releases and environments, summed over all signals. */
export class StateFacts {
  readonly issues: StateBatch['issues'] = [];
  readonly firstEvents: StateBatch['firstEvents'] = [];
  readonly texts: StateBatch['texts'] = [];
  readonly #releases = new Map<string, StateBatch['releases'][number]>();
  readonly #environments = new Map<string, StateBatch['environments'][number]>();

  /** Notes the release and the environment of a row that counts as so many events. */
  saw(row: Located, seenAtMs: number, events: number): void {
    const { projectId, organizationId, release: version, environment } = row;
    this.#environments.set(`${projectId}\n${environment}`, { projectId, name: environment });
    if (version === '') return;
    const key = `${projectId}\n${version}`;
    const release = this.#releases.get(key);
    if (!release) {
      const seen = { firstSeenAtMs: seenAtMs, lastSeenAtMs: seenAtMs, events };
      this.#releases.set(key, { projectId, organizationId, version, ...seen });
    } else {
      release.events += events;
      release.firstSeenAtMs = Math.min(release.firstSeenAtMs, seenAtMs);
      release.lastSeenAtMs = Math.max(release.lastSeenAtMs, seenAtMs);
    }
  }

  toBatch(of: Pick<StateBatch, 'after' | 'sequence' | 'positions' | 'atMs' | 'projectIds'>): StateBatch {
    const { issues, firstEvents, texts } = this;
    const releases = [...this.#releases.values()];
    const environments = [...this.#environments.values()];
    return { ...of, issues, releases, environments, firstEvents, texts };
  }
}
