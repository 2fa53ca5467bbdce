import type { SourceRepository } from '#query/issues/views.ts';
import type { Routes } from '../deps.ts';
import { page, pageOf } from '../page.ts';
import { choice, text, withoutEffect } from '../parameters.ts';

const hosts = { github: 'GitHub', gitlab: 'GitLab', bitbucket: 'Bitbucket' };

/** Where source code is, as the settings of projects say; tools name commits by it. */
export const repositoryRoutes: Routes = (api, { query, publicUrl }) => {
  const listed = { query: text, status: choice(['active']), ...page };
  api.get('/organizations/:org/repos', { query: listed }, async (context, sent) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const wanted = (sent.query.query ?? '').toLowerCase();
    const all = (await query.repositories(viewer)).map(repositoryShape);
    const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
    return context.json(pageOf(context, publicUrl, sent.query, found));
  });

  const integrationsListed = {
    ...page,
    includeConfig: withoutEffect('Asks for the settings of each integration; there is none.'),
  };
  api.get('/organizations/:org/integrations', { query: integrationsListed }, async (context, sent) => {
    await query.within(context.get('viewer'), context.req.param('org'));
    return context.json(pageOf(context, publicUrl, sent.query, []));
  });
};

/**
 * Without an address, and with the host in its name: where either matches the remote of a checkout, tools believe that
 * the server reads the commits from the host, and send none of those that they have.
 */
function repositoryShape({ repository, host }: SourceRepository) {
  const name = repository.replace(/^https?:\/\//, '');
  return {
    id: name,
    name,
    externalSlug: name.slice(name.indexOf('/') + 1),
    url: null,
    provider: { id: `integrations:${host}`, name: hosts[host] },
    status: 'active',
    dateCreated: null,
    integrationId: null,
  };
}
