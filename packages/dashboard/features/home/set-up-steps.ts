import type { SetUpName, SetUpStep } from '@seismo/server';
import { count, plural } from '#ui/count.ts';

/** The name of a step once it is done and before, why it matters, and how to do it. */
export interface StepText {
  name: string;
  todo: string;
  /** Shown while the step is open. */
  why(step: SetUpStep): string;
  code?: string;
  /** A page where the step can be done. */
  fix?: { name: string; href(project: string): string };
}

const ofProject = (project: string) => encodeURIComponent(project);

export const stepTexts: Record<SetUpName, StepText> = {
  'first-event': {
    name: 'First event received',
    todo: 'send the first event',
    why: () => 'Add the DSN to an SDK and throw an error.',
    fix: { name: 'Show setup steps', href: (project) => `/projects/${ofProject(project)}/start` },
  },
  tunnel: {
    name: 'Tunnel configured',
    todo: 'set up a tunnel',
    why: () =>
      'No reports have arrived through a tunnel yet. Ad blockers block requests to known monitoring hosts, but not to a path on your own site.',
    code: "Sentry.init({ dsn, tunnel: '/monitoring' });",
    fix: { name: 'Set up tunnel', href: (project) => `/projects/${ofProject(project)}/start#tunnel` },
  },
  'source-maps': {
    name: 'Source maps applied',
    todo: 'upload source maps',
    why: ({ part, whole }) =>
      whole
        ? `${count(part ?? 0)} of ${plural(whole, 'frame')} in the last 7 days show original source.`
        : 'No frame from the last 7 days could be mapped to its source.',
    fix: { name: 'Show reasons', href: (project) => `/settings/projects/${ofProject(project)}/source-maps` },
  },
  release: {
    name: 'Releases reported',
    todo: 'report releases',
    why: ({ part, whole }) =>
      whole
        ? `${count(part ?? 0)} of ${plural(whole, 'event')} in the last 7 days have a release. Releases show which version introduced an issue and where it regressed.`
        : 'Releases show which version introduced an issue and where it regressed.',
    code: "Sentry.init({ dsn, release: 'shop@1.4.2' });",
  },
  environment: {
    name: 'Environments reported',
    todo: 'report environments',
    why: () => 'Only production has been reported, which is also the SDK default.',
    code: "Sentry.init({ dsn, environment: 'staging' });",
  },
  teammates: {
    name: 'Teammates invited',
    todo: 'invite teammates',
    why: () => 'You are the only member. Invite teammates to share and assign issues.',
    fix: { name: 'Invite teammates', href: () => '/settings/members#invite' },
  },
};
