import { execFileSync } from 'node:child_process';

/** From the configuration, else the environment, else the host or build machine, else the checked-out commit. */
export function releaseOf(configured: string | undefined, env: NodeJS.ProcessEnv): string {
  const named = [
    configured,
    env['SEISMO_RELEASE'],
    env['VERCEL_GIT_COMMIT_SHA'],
    env['CF_PAGES_COMMIT_SHA'],
    env['COMMIT_REF'],
    env['GITHUB_SHA'],
    env['CI_COMMIT_SHA'],
  ].find(Boolean);
  return named ?? checkedOut();
}

function checkedOut(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
