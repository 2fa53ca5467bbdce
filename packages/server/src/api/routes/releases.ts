import type { Context } from 'hono';
import type { Viewer } from '#query/viewer.ts';
import { comparedKinds, releaseIssueKinds } from '#query/releases/views.ts';
import type { IssueRow } from '#query/issues/views.ts';
import { Refusal } from '#watch/refusal.ts';
import type { ApiEnv, Routes } from '../deps.ts';
import { readPage, setLink } from '../page.ts';
import { readPeriod } from '../period.ts';
import { readBody } from '../read-body.ts';
import { deployBody, newReleaseBody, releaseBody, releaseInput } from '../release-body.ts';
import { issueRowShape } from '../shape/issue.ts';
import { adoptionShape, comparisonShape } from '../shape/release-comparison.ts';
import { commitShape, deployShape, releaseShape } from '../shape/release.ts';

/** In the path of an organization, as the newer tools ask, and in that of one of its projects, as the older do. */
const places = ['/organizations/:org/releases', '/projects/:org/:project/releases'] as const;

export const releaseRoutes: Routes = (api, { query, command, publicUrl }) => {
  const within = (context: Context<ApiEnv>): Promise<Viewer> =>
    query.within(context.get('viewer'), context.req.param('org')!);
  const versionOf = (context: Context<ApiEnv>): string => context.req.param('version')!;
  const answer = async (context: Context<ApiEnv>, viewer: Viewer, version: string, status: 200 | 201) => {
    const ask = { environments: environmentsAsked(context), health: healthAsked(context) };
    return context.json(releaseShape(await query.release(viewer, version, ask)), status);
  };

  const issueShapes = async (viewer: Viewer, issues: IssueRow[]) => {
    const ids = new Map((await query.listProjects(viewer)).map(({ slug, id }) => [slug, id]));
    return issues.map((row) => issueRowShape(row, ids.get(row.project.slug) ?? 0, publicUrl, '90d'));
  };

  for (const place of places) {
    api.get(place, async (context) => {
      const viewer = await within(context);
      const page = readPage(context);
      const { releases, next } = await query.releases(viewer, {
        projects: projectsAsked(context),
        environments: environmentsAsked(context),
        health: healthAsked(context),
        status: statusAsked(context),
        text: context.req.query('query') ?? '',
        ...page,
      });
      setLink(context, publicUrl, page.cursor, next);
      return context.json(releases.map(releaseShape));
    });

    api.post(place, async (context) => {
      const viewer = await within(context);
      const body = await readBody(context, newReleaseBody);
      const project = context.req.param('project' as never) as string | undefined;
      const input = releaseInput(body);
      const projects = project === undefined ? input.projects : [...(input.projects ?? []), project];
      const { created } = await command.createRelease(viewer, { ...input, projects, version: body.version });
      return answer(context, viewer, body.version.trim(), created ? 201 : 200);
    });

    api.get(`${place}/:version`, async (context) => answer(context, await within(context), versionOf(context), 200));

    api.put(`${place}/:version`, async (context) => {
      const viewer = await within(context);
      await command.updateRelease(viewer, versionOf(context), releaseInput(await readBody(context, releaseBody)));
      return answer(context, viewer, versionOf(context), 200);
    });

    api.delete(`${place}/:version`, async (context) => {
      await command.deleteRelease(await within(context), versionOf(context));
      return context.body(null, 204);
    });

    api.get(`${place}/:version/health`, async (context) => {
      const viewer = await within(context);
      const version = versionOf(context);
      const range = readPeriod(context) ?? '14d';
      const environments = environmentsAsked(context);
      const [adoption, seenIn] = await Promise.all([
        query.releaseAdoption(viewer, version, { environments, range }),
        query.releaseEnvironments(viewer, version),
      ]);
      return context.json(adoptionShape(adoption, seenIn));
    });

    api.get(`${place}/:version/issues`, async (context) => {
      const viewer = await within(context);
      const kind = oneOf('kind', releaseIssueKinds, context.req.query('kind') ?? 'new');
      const page = readPage(context);
      const filter = { kind, environments: environmentsAsked(context), ...page };
      const { issues, next, totals } = await query.releaseIssues(viewer, versionOf(context), filter);
      context.header('x-hits', String(totals[kind]));
      setLink(context, publicUrl, page.cursor, next);
      return context.json(await issueShapes(viewer, issues));
    });

    api.get(`${place}/:version/compare/:other`, async (context) => {
      const viewer = await within(context);
      const kind = oneOf('kind', comparedKinds, context.req.query('kind') ?? 'head');
      const page = readPage(context);
      const other = context.req.param('other' as never) as string;
      const filter = { kind, environments: environmentsAsked(context), ...page };
      const version = versionOf(context);
      const [comparison, issues, between] = await Promise.all([
        query.releaseComparison(viewer, version, other, filter),
        query.comparedIssues(viewer, version, other, filter),
        query.commitsBetween(viewer, version, other),
      ]);
      setLink(context, publicUrl, page.cursor, issues.next);
      return context.json(comparisonShape(comparison, issues, await issueShapes(viewer, issues.issues), between));
    });

    api.get(`${place}/:version/commits`, async (context) => {
      const commits = await query.releaseCommits(await within(context), versionOf(context));
      return context.json(commits.map(commitShape));
    });

    api.get(`${place}/:version/previous-with-commits`, async (context) => {
      const previous = await query.previousWithCommits(await within(context), versionOf(context));
      return context.json(previous ? releaseShape(previous) : {});
    });

    api.get(`${place}/:version/deploys`, async (context) => {
      const deploys = await query.releaseDeploys(await within(context), versionOf(context));
      return context.json(deploys.map(deployShape));
    });

    api.post(`${place}/:version/deploys`, async (context) => {
      const viewer = await within(context);
      const { environment, name, url, dateStarted, dateFinished } = await readBody(context, deployBody);
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

  /** None is connected to this server, so tools read the commits from the checkout that they run in. */
  api.get('/organizations/:org/repos', async (context) => {
    await within(context);
    return context.json([]);
  });
};

function projectsAsked(context: Context<ApiEnv>): string[] {
  const project = context.req.param('project' as never) as string | undefined;
  if (project !== undefined) return [project];
  const asked = (context.req.queries('project') ?? []).filter((name) => name !== '');
  return asked.includes('-1') ? [] : asked;
}

function environmentsAsked(context: Context<ApiEnv>): string[] {
  return (context.req.queries('environment') ?? []).filter((name) => name !== '');
}

/** Sentry's `health=1`. */
function healthAsked(context: Context<ApiEnv>): boolean {
  return ['1', 'true'].includes(context.req.query('health') ?? '');
}

function oneOf<T extends string>(what: string, known: readonly T[], asked: string): T {
  const found = known.find((each) => each === asked);
  if (!found) throw new Refusal('invalid', `The ${what} is one of ${known.join(', ')}.`);
  return found;
}

function statusAsked(context: Context<ApiEnv>): 'open' | 'archived' | null {
  const status = context.req.query('status') || null;
  if (status === null || status === 'open' || status === 'archived') return status;
  throw new Refusal('invalid', 'The status is open or archived.');
}
