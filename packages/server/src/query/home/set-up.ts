import type { ProjectId } from '@seismo/protocol';
import type { Project } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { halfHourOf } from '../range.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { SetUpName, SetUpStep } from './views.ts';

const dayMs = 24 * 3_600_000;
/** Long enough for a quiet project, short enough to show fixes. */
const PERIOD_MS = 7 * dayMs;
/** A left-over script or a test event does not undo a step of a project that reports releases. */
const NAMED_SHARE_MIN = 0.95;

/** The setting with the time of a project's last report through the tunnel path. */
export const tunnelSetting = (projectId: ProjectId): string => `tunnel-used-${projectId}`;

/** The remaining set-up steps of a project. */
export async function projectSetUp(deps: QueryDeps, viewer: Viewer, projectSlug: string): Promise<SetUpStep[]> {
  const found = await projectNamed(deps, viewer, 'event:read', projectSlug);
  return (await setUpOf(deps, [found])).get(found.id)!;
}

export async function setUpOf(deps: QueryDeps, projects: Project[]): Promise<Map<ProjectId, SetUpStep[]>> {
  const { state, telemetry, clock } = deps;
  const nowMs = clock.now();
  const range = { fromMs: halfHourOf(nowMs) - PERIOD_MS, toMs: Number.MAX_SAFE_INTEGER };
  const projectIds = projects.map(({ id }) => id);
  const organizationIds = [...new Set(projects.map(({ organizationId }) => organizationId))];
  const [shares, members, invitations, settings, environmentsOf] = await Promise.all([
    telemetry.query('releaseEventStats', { projectIds, environments: [], releases: [''], range }),
    state.listMembers(organizationIds),
    state.listInvitations(organizationIds, nowMs),
    state.settings(projectIds.map(tunnelSetting)),
    state.listEnvironmentsByProject(projectIds),
  ]);
  const teammates = Map.groupBy([...members, ...invitations], ({ organizationId }) => organizationId);
  const each = projects.map(async (project): Promise<[ProjectId, SetUpStep[]]> => {
    const { id, platform } = project;
    const eventsOf = (release: string | null) =>
      shares.find((row) => row.projectId === id && row.release === release)?.events ?? 0;
    const maps = await telemetry.query('mapCoverage', { projectId: id, range });
    const isTunneled = settings.has(tunnelSetting(id));
    const frames = (is: (error: string) => boolean) =>
      maps.filter(({ error }) => is(error)).reduce((sum, cell) => sum + cell.frames, 0);
    const mapped = frames((error) => error === '');
    const unmapped = frames((error) => error !== '' && error !== 'source-content-missing');
    const all = eventsOf(null);
    const named = all - eventsOf('');
    return [
      id,
      [
        step('first-event', project.firstEventAtMs !== null),
        !isTunneled && !runsInBrowsers(platform) ? unneeded('tunnel') : step('tunnel', isTunneled),
        mapped + unmapped === 0 && !runsInBrowsers(platform)
          ? unneeded('source-maps')
          : step('source-maps', mapped > 0 && unmapped === 0, mapped, mapped + unmapped),
        step('release', named > 0 && named >= NAMED_SHARE_MIN * all, named, all),
        // SDKs, including ours, send "production" by default.
        step(
          'environment',
          (environmentsOf.get(id) ?? []).some((name) => name !== 'production' && name !== ''),
        ),
        step('teammates', (teammates.get(project.organizationId) ?? []).length > 1),
      ],
    ];
  });
  return new Map(await Promise.all(each));
}

function runsInBrowsers(platform: string): boolean {
  return platform === '' || platform.startsWith('javascript');
}

function step(name: SetUpName, isDone: boolean, part: number | null = null, whole: number | null = null): SetUpStep {
  return { name, state: isDone ? 'done' : 'open', part, whole };
}

function unneeded(name: SetUpName): SetUpStep {
  return { name, state: 'unneeded', part: null, whole: null };
}
