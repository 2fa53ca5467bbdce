import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from './deps.ts';
import { alertNamed, alertRuleNamed } from './alerts/alerts.ts';
import { feedbackNamed } from './feedback/feedback.ts';
import { issueNamed } from './issues/issue.ts';
import { projectNamed } from './projects/projects.ts';
import { releaseNamed } from './releases/releases.ts';
import { requireTrace } from './traces/trace.ts';
import { readsReleases, type Viewer } from '#domain/permissions/viewer.ts';

const finders = {
  alert: (deps: QueryDeps, viewer: Viewer, name: string) => alertNamed(deps, viewer, 'event:read', Number(name)),
  'alert-rule': (deps: QueryDeps, viewer: Viewer, name: string) =>
    alertRuleNamed(deps, viewer, 'event:read', Number(name)),
  issue: (deps: QueryDeps, viewer: Viewer, name: string) => issueNamed(deps, viewer, 'event:read', name),
  feedback: (deps: QueryDeps, viewer: Viewer, name: string) =>
    feedbackNamed(deps, viewer, 'event:read', [Number(name)]),
  release: (deps: QueryDeps, viewer: Viewer, name: string) => releaseNamed(deps, viewer, readsReleases, name),
  project: (deps: QueryDeps, viewer: Viewer, name: string) => projectNamed(deps, viewer, 'project:read', name),
  trace: requireTrace,
};
export type ExistsKind = keyof typeof finders;

/** Whether the object exists for this viewer, including one that the viewer may see but not read. */
export async function exists(deps: QueryDeps, viewer: Viewer, kind: ExistsKind, name: string): Promise<boolean> {
  try {
    await finders[kind](deps, viewer, name);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return error.code === 'forbidden';
    throw error;
  }
}
