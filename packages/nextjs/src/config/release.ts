import { execFileSync } from 'node:child_process';

/** What the code says, else the environment, else what hosts and build machines say, else the commit that is checked out. */
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
