import type { Context } from 'hono';
import type { Export } from '#query/export/views.ts';
import { auditDeeds } from '#query/accounts/audit.ts';
import { Refusal } from '#watch/refusal.ts';
import type { Routes } from '../deps.ts';
import { projectsAsked } from './issues.ts';
import { readEventFilter, readIssueFilter } from '../issue-filter.ts';
import { readPeriod } from '../period.ts';

/** Ours: whole lists as files, sent while they are read. Parameters are those of the lists. */
export const exportRoutes: Routes = (api, { query }) => {
  for (const format of ['csv', 'json'] as const) {
    api.get(`/organizations/:org/exports/issues.${format}`, async (context) => {
      const viewer = await query.within(context.get('viewer'), context.req.param('org'));
      const { cursor: _, count: __, ...filter } = readIssueFilter(context, projectsAsked(context));
      return sent(context, await query.exportIssues(viewer, filter, format));
    });
  }

  api.get('/organizations/:org/exports/issues/:issue/events.ndjson', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { cursor: _, count: __, ...filter } = readEventFilter(context);
    return sent(context, await query.exportEvents(viewer, context.req.param('issue'), filter));
  });

  api.get('/organizations/:org/exports/ledger.csv', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const range = readPeriod(context) ?? '24h';
    return sent(
      context,
      await query.exportLedger(viewer, (context.req.queries('project') ?? []).filter(Boolean), range),
    );
  });

  api.get('/organizations/:org/exports/audit-log.csv', async (context) => {
    const { org } = context.req.param();
    const event = context.req.query('event');
    const deed = auditDeeds.find((each) => each === event) ?? null;
    if (event && !deed) throw new Refusal('invalid', `There is no event ${event}. They are ${auditDeeds.join(', ')}.`);
    return sent(context, await query.exportAudit(context.get('viewer'), org, { userId: null, deed }));
  });
};

function sent(context: Context, { filename, contentType, rows, body }: Export): Response {
  if (rows !== null) context.header('x-hits', String(rows));
  context.header('content-type', contentType);
  context.header('content-disposition', `attachment; filename="${filename}"`);
  context.header('x-content-type-options', 'nosniff');
  return context.body(body);
}
