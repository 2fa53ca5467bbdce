import type { CommandDeps } from '../deps.ts';

/** 43 characters that cannot be guessed: a cookie, a link, the body of a token. */
export function createSecret({ random }: Pick<CommandDeps, 'random'>): string {
  return Buffer.from(random(32)).toString('base64url');
}
