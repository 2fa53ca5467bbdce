import { createProject, systemViewer } from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { UsageError } from '../usage.ts';
import { answer, withState } from './with-state.ts';

export async function createProjectCommand(
  config: Config,
  slug: string | undefined,
  values: { name?: string | undefined; platform?: string | undefined; json?: boolean | undefined },
): Promise<void> {
  if (!slug) throw new UsageError('"project create" needs a slug, such as "web".');
  await withState(config, async (deps) => {
    const project = await createProject(deps, await systemViewer(deps.state), {
      slug,
      name: values.name ?? slug,
      platform: values.platform ?? 'other',
    });
    const [key] = await deps.state.listKeys(project.id);
    answer(
      values.json,
      {
        id: project.id,
        slug: project.slug,
        organization: project.organization.slug,
        dsn: project.dsn,
        publicKey: key!.publicKey,
      },
      `Project ${project.slug} is ready. Set this DSN in the SDK:\n${project.dsn}`,
    );
  });
}
