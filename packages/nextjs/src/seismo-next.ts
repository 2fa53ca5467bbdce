#!/usr/bin/env node
import { main } from './cli.ts';
import { withEnvFiles } from './env-files.ts';

process.exitCode = await main(process.argv.slice(2), withEnvFiles(process.cwd(), process.env), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
});
