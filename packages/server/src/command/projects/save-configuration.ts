import type { Json, OrganizationId } from '@seismo/protocol';
import { hashKeySetting } from '#domain/configuration/hash-key.ts';
import { readDocument } from '#domain/configuration/documents.ts';
import { beginnings } from '#query/configuration/configuration.ts';
import { configurationSchemas } from '#query/configuration/schemas.ts';
import type { SettingsOf } from '#query/configuration/views.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectNamed } from '#query/projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Configuration, ConfigurationName, Project, StateTx } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';

/**
 * Writes a new version of one of a project's documents and returns its number. With `base`, the version that was
 * edited, a concurrent change is refused. Equal documents write nothing.
 */
export async function saveConfiguration(
  deps: CommandDeps,
  viewer: Viewer,
  projectSlug: string,
  name: ConfigurationName,
  document: object,
  base: number | null,
): Promise<number> {
  const project = await projectNamed(deps, viewer, permissions.saveConfiguration, projectSlug);
  const written = readDocumentInput(name, document);
  return deps.state.write(async (tx) => {
    const [newest] = await tx.configurationHistory(project.id, name, 1);
    if (base !== null && base !== (newest?.version ?? 0)) {
      throw new Refusal(
        'conflict',
        'Another member changed these settings. Reload the page, then make your changes again.',
      );
    }
    return writeDocument(deps, tx, viewer, project, name, written, newest);
  });
}

/** Some settings of some documents. */
export type SettingsChange = { [Name in ConfigurationName]?: Partial<SettingsOf[Name]> };

/** Changes these settings and leaves the others of the same documents as they are. */
export async function changeSettings(
  deps: CommandDeps,
  tx: StateTx,
  viewer: Viewer,
  project: Project,
  change: SettingsChange,
): Promise<void> {
  for (const [name, part] of Object.entries(change) as [ConfigurationName, object][]) {
    const [newest] = await tx.configurationHistory(project.id, name, 1);
    const document = readDocumentInput(name, { ...readDocument(newest?.document, beginnings[name]), ...part });
    await writeDocument(deps, tx, viewer, project, name, document, newest);
  }
}

function readDocumentInput(name: ConfigurationName, document: object): Json {
  const schema = Object.hasOwn(configurationSchemas, name) ? configurationSchemas[name] : undefined;
  if (!schema) throw noSuchDocument();
  return readInput(schema, document) as Json;
}

async function writeDocument(
  deps: CommandDeps,
  tx: StateTx,
  viewer: Viewer,
  { id: projectId, organizationId, slug }: Project,
  name: ConfigurationName,
  document: Json,
  newest: Configuration | undefined,
): Promise<number> {
  if (newest && JSON.stringify(newest.document) === JSON.stringify(document)) return newest.version;
  await audit(deps, tx, viewer, organizationId, 'configuration-change', slug, name);
  if (name === 'privacy') await ensureHashKey(deps, tx, organizationId);
  return tx.writeConfiguration({ projectId, name, atMs: deps.clock.now(), userId: viewer.userId, document });
}

/** Writes an older version again; version 0 is how a project begins. */
export async function restoreConfiguration(
  deps: CommandDeps,
  viewer: Viewer,
  projectSlug: string,
  name: ConfigurationName,
  version: number,
): Promise<number> {
  const project = await projectNamed(deps, viewer, permissions.restoreConfiguration, projectSlug);
  if (!Object.hasOwn(configurationSchemas, name)) throw noSuchDocument();
  return deps.state.write(async (tx) => {
    const history = await tx.configurationHistory(project.id, name, Number.MAX_SAFE_INTEGER);
    const document = version === 0 ? {} : history.find((each) => each.version === version)?.document;
    if (document === undefined) {
      throw new Refusal('not-found', 'This version of the settings does not exist or is no longer stored.');
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
  return new Refusal('invalid', `Unknown settings. The settings are ${Object.keys(configurationSchemas).join(', ')}.`);
}
