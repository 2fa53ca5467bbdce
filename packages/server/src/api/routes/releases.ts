import type { Context } from 'hono';
import { readsReleases, type Viewer } from '#domain/permissions/viewer.ts';
import { comparedKinds, releaseIssueKinds } from '#query/releases/views.ts';
import type { IssueRow } from '#query/issues/views.ts';
import type { ApiEnv } from '../deps.ts';
import type { Routes } from '../router.ts';
import { page, readPage, pageOf, setLink } from '../page.ts';
import { oneOf, flag, text, texts, withoutEffect, type Query } from '../parameters.ts';
import { period, readPeriod } from '../period.ts';
import { deployBody, newReleaseBody, releaseBody, releaseInput } from '../release-body.ts';
import { projectParameter, projectsOf } from '../projects-of.ts';
import { issueRowShape } from '../serializers/issue.ts';
import { adoptionShape, comparisonShape } from '../serializers/release-comparison.ts';
import { commitShape, deployShape, releaseShape } from '../serializers/release.ts';

/** Newer tools use the path of an organization, older ones that of a project. */
const prefixes = ['/organizations/:org/releases', '/projects/:org/:project/releases'] as const;

/** Options of a release: health by Sentry's `health=1`, in some environments. */
const serialized = {
  health: flag,
  environment: texts,
  adoptionStages: withoutEffect('Asks for a further field, which is not stored here.'),
};
const defaultFilter = { health: false, environment: [] };
const listed = {
  ...serialized,
  status: oneOf(['open', 'archived']),
  sort: oneOf(['date']),
  query: text,
  ...period,
  ...page,
};

export const releaseRoutes: Routes = (api, { query, command, publicUrl }) => {
  const versionOf = (context: Context<ApiEnv>): string => context.req.param('version')!;
  const answer = async (
    context: Context<ApiEnv>,
    viewer: Viewer,
    version: string,
    { environment, health }: Pick<Query<typeof serialized>, 'environment' | 'health'>,
    status: 200 | 201 = 200,
  ) => {
    const view = await query.release(viewer, version, { environments: environment, health });
    return context.json(releaseShape(view), status);
  };

  const issueShapes = (issues: IssueRow[]) => issues.map((row) => issueRowShape(row, publicUrl, '90d'));

  for (const prefix of prefixes) {
    api.get(prefix, { query: { ...listed, ...projectParameter(prefix) } }, async (context, viewer, sent) => {
      const at = readPage(sent.query);
      const { releases, next } = await query.releases(viewer, {
        projects: projectsOf(context, sent.query),
        environments: sent.query.environment,
        health: sent.query.health,
        status: sent.query.status,
        text: sent.query.query ?? '',
        range: readPeriod(sent.query),
        ...at,
      });
      setLink(context, publicUrl, at.cursor, next);
      return context.json(releases.map(releaseShape));
    });

    api.post(prefix, { body: newReleaseBody, requires: [readsReleases] }, async (context, viewer, { body }) => {
      const project = context.req.param('project' as never) as string | undefined;
      const input = releaseInput(body);
      const projects = project === undefined ? input.projects : [...(input.projects ?? []), project];
      const { created } = await command.createRelease(viewer, { ...input, projects, version: body.version });
      return answer(context, viewer, body.version.trim(), defaultFilter, created ? 201 : 200);
    });

    api.get(`${prefix}/:version`, { query: serialized }, async (context, viewer, sent) =>
      answer(context, viewer, versionOf(context), sent.query),
    );

    api.put(
      `${prefix}/:version`,
      { body: releaseBody, requires: [readsReleases] },
      async (context, viewer, { body }) => {
        await command.updateRelease(viewer, versionOf(context), releaseInput(body));
        return answer(context, viewer, versionOf(context), defaultFilter);
      },
    );

    api.delete(`${prefix}/:version`, {}, async (context, viewer) => {
      await command.deleteRelease(viewer, versionOf(context));
      return context.body(null, 204);
    });

    api.get(
      `${prefix}/:version/health`,
      { query: { environment: texts, ...period } },
      async (context, viewer, sent) => {
        const version = versionOf(context);
        const range = readPeriod(sent.query) ?? '14d';
        const environments = sent.query.environment;
        const [adoption, seenIn] = await Promise.all([
          query.releaseAdoption(viewer, version, { environments, range }),
          query.releaseEnvironments(viewer, version),
        ]);
        return context.json(adoptionShape(adoption, seenIn));
      },
    );

    const issuesRead = { kind: oneOf(releaseIssueKinds), environment: texts, ...page };
    api.get(`${prefix}/:version/issues`, { query: issuesRead }, async (context, viewer, sent) => {
      const kind = sent.query.kind ?? 'new';
      const filter = { kind, environments: sent.query.environment, ...readPage(sent.query) };
      const { issues, next, totals } = await query.releaseIssues(viewer, versionOf(context), filter);
      context.header('x-hits', String(totals[kind]));
      setLink(context, publicUrl, filter.cursor, next);
      return context.json(issueShapes(issues));
    });

    const comparisonReads = { kind: oneOf(comparedKinds), environment: texts, ...page };
    api.get(`${prefix}/:version/compare/:other`, { query: comparisonReads }, async (context, viewer, sent) => {
      const kind = sent.query.kind ?? 'head';
      const other = context.req.param('other' as never) as string;
      const filter = { kind, environments: sent.query.environment, ...readPage(sent.query) };
      const version = versionOf(context);
      const [comparison, issues, between] = await Promise.all([
        query.releaseComparison(viewer, version, other, filter),
        query.comparedIssues(viewer, version, other, filter),
        query.commitsBetween(viewer, version, other),
      ]);
      setLink(context, publicUrl, filter.cursor, issues.next);
      return context.json(comparisonShape(comparison, issues, issueShapes(issues.issues), between));
    });

    api.get(`${prefix}/:version/commits`, { query: page }, async (context, viewer, sent) => {
      const commits = await query.releaseCommits(viewer, versionOf(context));
      return context.json(pageOf(context, publicUrl, sent.query, commits).map(commitShape));
    });

    api.get(`${prefix}/:version/previous-with-commits`, {}, async (context, viewer) => {
      const previous = await query.previousWithCommits(viewer, versionOf(context));
      return context.json(previous ? releaseShape(previous) : {});
    });

    api.get(`${prefix}/:version/deploys`, { query: page }, async (context, viewer, sent) => {
      const deploys = await query.releaseDeploys(viewer, versionOf(context));
      return context.json(pageOf(context, publicUrl, sent.query, deploys).map(deployShape));
    });

    api.post(`${prefix}/:version/deploys`, { body: deployBody }, async (context, viewer, { body }) => {
      const { environment, name, url, dateStarted, dateFinished } = body;
      const deploy = await command.addDeploy(viewer, versionOf(context), {
        environment,
        name: name ?? '',
        url: url ?? '',
        startedAtMs: dateStarted ?? null,
        finishedAtMs: dateFinished ?? null,
      });
      return context.json(deployShape(deploy), 201);
    });
  }
};
