import { permissions } from '#domain/permissions/permissions.ts';
import { projectFormats } from '#query/export/views.ts';
import { auditActions } from '#query/accounts/audit.ts';
import { download } from '../download.ts';
import type { Routes } from '../router.ts';
import { projectSlugsOf } from '../projects-of.ts';
import { eventParameters, issueParameters, readEventFilter, readIssueFilter } from '../issue-filter.ts';
import { oneOf, texts } from '../parameters.ts';
import { period, readPeriod } from '../period.ts';

/** Ours: whole lists as files, sent while they are read. Parameters are those of the lists. */
export const exportRoutes: Routes = (api, { query }) => {
  for (const format of ['csv', 'json'] as const) {
    const path = `/organizations/:org/exports/issues.${format}` as const;
    api.get(path, { query: { ...issueParameters, project: texts } }, async (context, viewer, sent) => {
      const filter = readIssueFilter(sent.query, projectSlugsOf(sent.query));
      return download(context, await query.exportIssues(viewer, filter, format, context.req.raw.signal));
    });
  }

  api.get(
    '/organizations/:org/exports/issues/:issue/events.ndjson',
    { query: eventParameters },
    async (context, viewer, sent) => {
      return download(
        context,
        await query.exportEvents(
          viewer,
          context.req.param('issue'),
          readEventFilter(sent.query),
          context.req.raw.signal,
        ),
      );
    },
  );

  for (const format of projectFormats) {
    const path = `/organizations/:org/exports/projects/:project/events.${format}` as const;
    api.get(path, { requires: [permissions.exportProject] }, async (context, viewer) => {
      const { project } = context.req.param();
      return download(context, await query.exportProject(viewer, project, format, context.req.raw.signal));
    });
  }

  api.get(
    '/organizations/:org/exports/ledger.csv',
    { query: { project: texts, ...period } },
    async (context, viewer, sent) => {
      const range = readPeriod(sent.query) ?? '24h';
      return download(context, await query.exportOutcomes(viewer, projectSlugsOf(sent.query), range));
    },
  );

  api.get(
    '/organizations/:org/exports/audit-log.csv',
    { query: { event: oneOf(auditActions) } },
    async (context, viewer, sent) => {
      const { org } = context.req.param();
      return download(
        context,
        await query.exportAudit(viewer, org, { userId: null, action: sent.query.event }, context.req.raw.signal),
      );
    },
  );
};
