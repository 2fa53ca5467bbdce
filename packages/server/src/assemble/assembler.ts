import { limits, type OrganizationId } from '@seismo/protocol';
import type { Blobs } from '#store/blobs/contract.ts';
import type { ArtifactFacts, RequestedReprocess, Assembly, State } from '#store/state/contract.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { chunkKey } from './chunked-file.ts';
import { BundleProblem, type Assembler, type AssemblyEnd } from './contract.ts';
import type { BundleToRead } from './read-bundle.ts';

export interface AssemblerDeps {
  state: State;
  blobs: Blobs;
  clock: Clock;
  /** Reads and stores the bundle's files; in a thread of its own where the server runs. */
  read(bundle: BundleToRead): Promise<ArtifactFacts[]>;
  /** Reprocesses events that are older than these uploads. */
  reprocess(tasks: RequestedReprocess[]): Promise<void>;
  log: Pick<Log, 'error'>;
}

/**
 * Resumes assemblies that a restart interrupted, and deletes unused chunks. Which ones are under way is known in this
 * process only: it resumes every one in the state store, so only one process may run it.
 */
export function openAssembler(deps: AssemblerDeps): Assembler {
  const { state, blobs, clock } = deps;
  const underWay = new Map<string, Promise<AssemblyEnd>>();
  let last: Promise<unknown> = Promise.resolve();
  let open = true;

  function alone<T>(run: () => Promise<T>): Promise<T> {
    const done = last.then(run);
    last = done.catch(() => {});
    return done;
  }

  async function assemble(given: Omit<Assembly, 'startedAtMs' | 'problem'>): Promise<AssemblyEnd> {
    const key = `${given.organizationId} ${given.checksum}`;
    const known = await state.assembly(given.organizationId, given.checksum);
    if (known?.problem && !underWay.has(key)) {
      // Reported once: a repaired bundle has another checksum, and a retry starts over.
      await state.write((tx) => tx.removeAssembly(given.organizationId, given.checksum));
      return { state: 'error', detail: known.problem };
    }
    const plan: Assembly = known ? joined(known, given) : { ...given, startedAtMs: clock.now(), problem: null };
    await state.write((tx) => tx.setAssembly(plan));
    let waiting: NodeJS.Timeout | undefined;
    const tooLong = new Promise<AssemblyEnd>((resolve) => {
      waiting = setTimeout(() => resolve({ state: 'assembling' }), limits.ASSEMBLE_WAIT_MS_MAX);
    });
    const end = await Promise.race([start(plan), tooLong]);
    clearTimeout(waiting);
    if (end.state === 'error') await state.write((tx) => tx.removeAssembly(given.organizationId, given.checksum));
    return end;
  }

  function start({ organizationId, checksum }: Pick<Assembly, 'organizationId' | 'checksum'>): Promise<AssemblyEnd> {
    const key = `${organizationId} ${checksum}`;
    const known = underWay.get(key);
    if (known) return known;
    const end = alone(() => assembleChunks(deps, organizationId, checksum)).finally(() => underWay.delete(key));
    underWay.set(key, end);
    return end;
  }

  const resumed = (async () => {
    for (const plan of await state.unfinishedAssemblies()) if (open) await start(plan);
    await deleteOldChunks(state, blobs, clock.now());
  })().catch((error: unknown) =>
    deps.log.error({ stage: 'assemble', reason: String(error) }, 'interrupted uploads could not be resumed'),
  );
  const cleanup = setInterval(() => {
    void alone(() => deleteOldChunks(state, blobs, clock.now())).catch((error: unknown) =>
      deps.log.error({ stage: 'assemble', reason: String(error) }, 'old chunks could not be deleted'),
    );
  }, limits.CHUNK_AGE_MS_MAX / 4).unref();

  return {
    assemble,
    alone,
    async close() {
      open = false;
      clearInterval(cleanup);
      await resumed;
      await last;
    },
  };
}

/** The same bundle for more projects. The later release or dist wins. */
function joined(known: Assembly, given: Pick<Assembly, 'chunks' | 'projectIds' | 'release' | 'dist'>): Assembly {
  const projectIds = [...new Set([...known.projectIds, ...given.projectIds])];
  return { ...known, ...given, projectIds };
}

async function assembleChunks(
  deps: AssemblerDeps,
  organizationId: OrganizationId,
  checksum: string,
): Promise<AssemblyEnd> {
  const { state, clock } = deps;
  const plan = await state.assembly(organizationId, checksum);
  if (!plan) return { state: 'ok' };
  try {
    const stored = new Map((await state.storedChunks(organizationId, plan.chunks)).map((one) => [one.checksum, one]));
    const chunks = plan.chunks.map((chunk) => {
      const found = stored.get(chunk);
      if (!found) throw new BundleProblem('A chunk of the upload is missing. Upload it again.');
      return found;
    });
    const files = await deps.read({ organizationId, checksum, chunks });
    const tasks = await state.write(async (tx) => {
      // Projects that joined while the bundle was read.
      const { projectIds, release, dist } = (await tx.assembly(organizationId, checksum)) ?? plan;
      const uploadedAtMs = clock.now();
      const uses = projectIds.map((projectId) => ({ projectId, release, dist, uploadedAtMs }));
      const known = await tx.bundleByChecksum(organizationId, checksum);
      const bundleId = known ?? (await tx.addBundle({ organizationId, checksum, files, uses }));
      if (known !== null) await tx.useBundle(known, uses);
      if (release !== '')
        await tx.ensureRelease({ organizationId, version: release, projectIds, createdAtMs: uploadedAtMs });
      await tx.removeAssembly(organizationId, checksum);
      const uploads = uses.map((use) => ({ ...use, bundleId }));
      return tx.requestReprocessing(uploads, uploadedAtMs);
    });
    await deps.reprocess(tasks).catch((error: unknown) =>
      // The next start reports it again.
      deps.log.error({ stage: 'assemble', checksum, reason: String(error) }, 'events could not be reprocessed'),
    );
    return { state: 'ok' };
  } catch (error) {
    const detail =
      error instanceof BundleProblem
        ? error.message
        : 'The bundle could not be read. Internal error; the server log has the details.';
    if (!(error instanceof BundleProblem)) {
      deps.log.error({ stage: 'assemble', checksum, reason: String(error) }, 'a bundle could not be assembled');
    }
    await state.write((tx) => tx.setAssembly({ ...plan, problem: detail }));
    return { state: 'error', detail };
  }
}

async function deleteOldChunks(state: State, blobs: Blobs, nowMs: number): Promise<void> {
  for (const { organizationId, checksum } of await state.chunksBefore(nowMs - limits.CHUNK_AGE_MS_MAX)) {
    await blobs.delete(chunkKey(organizationId, checksum));
    await state.write((tx) => tx.removeChunks(organizationId, [checksum]));
  }
}
