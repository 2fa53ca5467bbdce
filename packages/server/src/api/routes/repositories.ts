import { z } from 'zod';
import type { SavedRepository, SourceRepository } from '#query/issues/views.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Routes } from '../router.ts';
import { page, pageOf } from '../page.ts';
import { oneOf, text, withoutEffect } from '../parameters.ts';

const hosts = { github: 'GitHub', gitlab: 'GitLab', bitbucket: 'Bitbucket' };

/** sentry-cli sends camel case, the newer `sentry` snake case. */
const codeMappings = z.strictObject({
  project: z.string(),
  repository: z.string(),
  defaultBranch: z.string().optional(),
  default_branch: z.string().optional(),
  mappings: z.array(
    z.strictObject({
      stackRoot: z.string().optional(),
      stack_root: z.string().optional(),
      sourceRoot: z.string().optional(),
      source_root: z.string().optional(),
    }),
  ),
});

/** Source repositories from project settings; tools name commits by them. */
export const repositoryRoutes: Routes = (api, { query, command, publicUrl }) => {
  const listed = { query: text, status: oneOf(['active']), ...page };
  api.get('/organizations/:org/repos', { query: listed }, async (context, viewer, sent) => {
    const contained = (sent.query.query ?? '').toLowerCase();
    const all = (await query.repositories(viewer)).map(repositoryShape);
    const found = all.filter(({ name }) => name.toLowerCase().includes(contained));
    return context.json(pageOf(context, publicUrl, sent.query, found));
  });

  api.post('/organizations/:org/code-mappings/bulk', { body: codeMappings }, async (context, viewer, { body }) => {
    const { settings, version } = await query.configuration(viewer, body.project, 'source');
    const target = repositoryOf(body.repository, await query.repositories(viewer));
    const branch = body.defaultBranch ?? body.default_branch ?? '';
    const mappings = [...settings.mappings];
    const results = body.mappings.map((sent) => {
      const stackRoot = sent.stackRoot ?? sent.stack_root ?? '';
      const sourceRoot = sent.sourceRoot ?? sent.source_root ?? '';
      const at = mappings.findIndex((each) => each.stackRoot === stackRoot && each.sourceRoot === sourceRoot);
      mappings.splice(at === -1 ? mappings.length : at, 1, { ...target, stackRoot, sourceRoot, branch });
      return { stackRoot, sourceRoot, status: at === -1 ? 'created' : 'updated' };
    });
    await command.saveConfiguration(viewer, body.project, 'source', { mappings }, version);
    const created = results.filter(({ status }) => status === 'created').length;
    return context.json({ created, updated: results.length - created, errors: 0, mappings: results });
  });

  const integrationsListed = {
    ...page,
    providerKey: text,
    includeConfig: withoutEffect('Asks for the settings of each integration; there are none.'),
  };
  api.get('/organizations/:org/integrations', { query: integrationsListed }, async (context, _viewer, sent) =>
    context.json(pageOf(context, publicUrl, sent.query, [])),
  );
};

/**
 * Has no URL, the host in the name and our own provider, so that nothing matches the remote of a checkout: otherwise
 * tools assume that the server reads commits from the host, and send only the newest ID instead of the commits.
 */
function repositoryShape({ repository, host, savedAtMs }: SavedRepository) {
  const name = repository.replace(/^https?:\/\//, '');
  return {
    id: name,
    name,
    externalSlug: name.slice(name.indexOf('/') + 1),
    url: null,
    provider: { id: `seismo:${host}`, name: hosts[host] },
    status: 'active',
    // sentry-cli reads no repository without it.
    dateCreated: new Date(savedAtMs).toISOString(),
    integrationId: null,
  };
}

/** The repository of a checkout's `owner/name`, if a project names it already, or of its address. */
function repositoryOf(name: string, known: SourceRepository[]): SourceRepository {
  const ending = name.toLowerCase().replace(/\.git$/, '');
  const found = known.find(({ repository }) => repository.toLowerCase().endsWith(`/${ending}`));
  if (found) return found;
  const [, host = ''] = /^https?:\/\/([^/]+)\/./.exec(name) ?? [];
  if (host === '') {
    throw new Refusal(
      'invalid',
      `No project has a code mapping for "${name}". Pass the address of the repository, such as https://github.com/${name}, with --repo.`,
    );
  }
  const kind = (['gitlab', 'bitbucket'] as const).find((each) => host.includes(each)) ?? 'github';
  return { repository: name, host: kind };
}
