import type { SetUpName, SetUpStep } from '@seismo/server';
import { count, plural } from '#ui/count.ts';

/** What a step is called, why it is worth doing, and how. */
export interface StepText {
  name: string;
  /** For one that is open. */
  why(step: SetUpStep): string;
  code?: string;
  /** Of the project, or of all settings if it begins with a slash. */
  fix?: { name: string; href(project: string): string };
}

const ofProject = (project: string) => encodeURIComponent(project);

export const stepTexts: Record<SetUpName, StepText> = {
  'first-event': {
    name: 'First event received',
    why: () => 'Put the DSN into an SDK and throw an error.',
    fix: { name: 'Show the snippet', href: (project) => `/projects/${ofProject(project)}/start` },
  },
  tunnel: {
    name: 'Reports come by your own site',
    why: () =>
      'No report came through a tunnel yet. Blockers stop those that go to a host they know; a path of your own site they leave alone.',
    code: "Sentry.init({ dsn, tunnel: '/monitoring' });",
    fix: { name: 'Set up the path', href: (project) => `/projects/${ofProject(project)}/start#tunnel` },
  },
  'source-maps': {
    name: 'Source maps resolve',
    why: ({ part, whole }) =>
      whole
        ? `Of ${plural(whole, 'frame')} of the last seven days ${count(part ?? 0)} show the line that was written.`
        : 'No frame of the last seven days could be led back to its source.',
    fix: { name: 'Say why', href: (project) => `/settings/projects/${ofProject(project)}/source-maps` },
  },
  release: {
    name: 'Events name their release',
    why: ({ part, whole }) =>
      whole
        ? `Of ${plural(whole, 'event')} of the last seven days ${count(part ?? 0)} name one. It tells which release brought an issue, and where it came back.`
        : 'It tells which release brought an issue, and where it came back.',
    code: "Sentry.init({ dsn, release: 'shop@1.4.2' });",
  },
  environment: {
    name: 'Environments are told apart',
    why: () => 'Only production was seen, which is also what SDKs say where nothing is set.',
    code: "Sentry.init({ dsn, environment: 'staging' });",
  },
  teammates: {
    name: 'Teammates are here',
    why: () => 'Nobody else can see, take or resolve an issue yet.',
    fix: { name: 'Invite somebody', href: () => '/settings/members' },
  },
};
