import type { Json, OrganizationId } from '@seismo/protocol';
import { hashKeySetting } from '#process/project/hash-key.ts';
import { configurationSchemas } from '#query/configuration/schemas.ts';
import { needs } from '#query/needs.ts';
import { projectNamed } from '#query/projects/projects.ts';
import type { Viewer } from '#query/viewer.ts';
import type { ConfigurationName, StateTx } from '#store/state/contract.ts';
import { Refusal } from '#watch/refusal.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '../read-input.ts';

/**
 * Writes a new version of one of a project's documents and gives its number. Whoever says which version the change was
 * made to (`base`) is refused if somebody else has written one since. Nothing is written if nothing changed.
 */
export async function saveConfiguration(
  deps: CommandDeps,
  viewer: Viewer,
  projectSlug: string,
  name: ConfigurationName,
  document: object,
  base: number | null,
): Promise<number> {
  const project = await projectNamed(deps, viewer, needs.saveConfiguration, projectSlug);
  const schema = Object.hasOwn(configurationSchemas, name) ? configurationSchemas[name] : undefined;
  if (!schema) throw noSuchDocument();
  const written = readInput(schema, document) as Json;
  return deps.state.write(async (tx) => {
    const [newest] = await tx.configurationHistory(project.id, name, 1);
    const version = newest?.version ?? 0;
    if (base !== null && base !== version) {
      throw new Refusal('conflict', 'Somebody else has changed these settings meanwhile. Load the page again.');
    }
    if (newest && JSON.stringify(newest.document) === JSON.stringify(written)) return version;
    await audit(deps, tx, viewer, project.organizationId, 'configuration-change', project.slug, name);
    if (name === 'privacy') await ensureHashKey(deps, tx, project.organizationId);
    const { userId } = viewer;
    return tx.writeConfiguration({ projectId: project.id, name, atMs: deps.clock.now(), userId, document: written });
  });
}

/** Writes an older version again; version 0 is how a project begins. */
export async function restoreConfiguration(
  deps: CommandDeps,
  viewer: Viewer,
  projectSlug: string,
  name: ConfigurationName,
  version: number,
): Promise<number> {
  const project = await projectNamed(deps, viewer, needs.restoreConfiguration, projectSlug);
  if (!Object.hasOwn(configurationSchemas, name)) throw noSuchDocument();
  return deps.state.write(async (tx) => {
    const history = await tx.configurationHistory(project.id, name, Number.MAX_SAFE_INTEGER);
    const document = version === 0 ? {} : history.find((each) => each.version === version)?.document;
    if (document === undefined) {
      throw new Refusal('not-found', 'There is no such version of these settings, or it is too old.');
    }
    const { userId } = viewer;
    const detail = `${name}, back to version ${version}`;
    await audit(deps, tx, viewer, project.organizationId, 'configuration-change', project.slug, detail);
    return tx.writeConfiguration({ projectId: project.id, name, atMs: deps.clock.now(), userId, document });
  });
}

/** Made once and never changed: the same value stays the same hash. */
async function ensureHashKey({ random }: CommandDeps, tx: StateTx, organizationId: OrganizationId): Promise<void> {
  const setting = hashKeySetting(organizationId);
  if ((await tx.setting(setting)) === null) await tx.setSetting(setting, Buffer.from(random(32)).toString('hex'));
}

function noSuchDocument(): Refusal {
  return new Refusal('invalid', `Settings are ${Object.keys(configurationSchemas).join(', ')}.`);
}
