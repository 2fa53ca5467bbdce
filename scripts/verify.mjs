// `npm run verify`: format, lint and boundaries, types, unused code, words, docs, unit and conformance tests.
import { check, finish, tests } from './checks.mjs';
import { ensureInstalled } from './installed.mjs';

export async function verify() {
  await check('format', 'oxfmt', ['--check', '.']);
  await check('lint', 'oxlint', []);
  // Next.js generates the types of the dashboard's routes.
  await check('routes of the dashboard', 'next', ['typegen', 'packages/dashboard']);
  for (const project of [
    'packages/protocol',
    'packages/nextjs',
    'examples/nextjs-shop',
    'packages/browser',
    'packages/server',
    'packages/main',
    'packages/dashboard',
    'tests',
    'bench',
    'scripts',
  ]) {
    await check(`types of ${project}`, 'tsc', ['-p', project]);
  }
  await check('unused code', 'knip', ['--no-progress']);
  await check('retired words', 'scripts/check-words.mjs', []);
  await check('documents', 'scripts/check-docs.mjs', []);
  await tests('units and conformance', []);
}

if (process.argv[1]?.endsWith('verify.mjs')) {
  ensureInstalled({ withDev: true });
  await verify();
  finish();
}
