import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stages, type LogFields, type LogOptions } from './log.ts';

/** The standard error of a process with one thread, both of which log this line. */
function logged(options: LogOptions, fields: LogFields, message: string): string {
  const program = `
    import { Worker, isMainThread } from 'node:worker_threads';
    import { fileURLToPath } from 'node:url';
    const { createLog, setLogOptions } = await import(${JSON.stringify(join(import.meta.dirname, 'log.ts'))});
    setLogOptions(${JSON.stringify(options)});
    const line = ${JSON.stringify([fields, message])};
    createLog().info(...line);
    createLog().warn(...line);
    const inThread = "import('" + ${JSON.stringify(join(import.meta.dirname, 'log.ts'))} + "').then(({ createLog }) => createLog().error(..." + JSON.stringify(line) + "))";
    new Worker(inThread, { eval: true });
  `;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(status).toBe(0);
  return stderr;
}

test('a line of JSON has the level, time, stage, message and fields, in threads too, from the level on', () => {
  const text = logged({ level: 'warn', format: 'json' }, { stage: 'store', freeBytes: 12 }, 'disk full');
  const lines = text.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      stage: 'store',
      freeBytes: 12,
      msg: 'disk full',
    },
    expect.objectContaining({ level: 'error', stage: 'store', freeBytes: 12, msg: 'disk full' }),
  ]);
});

test('a line of text is readable, and hostile values cannot control the terminal or forge a line', () => {
  const fields = {
    stage: 'http' as const,
    path: '/a\u001b]0;title\u0007\n2026-01-01 INFO forged',
    count: 3,
    error: 'Error: no \u009b2J\u202e\n    at run (file.ts:1:2)\n    at \u001b[31mstart',
  };
  const [first, ...others] = logged({ level: 'error', format: 'text' }, fields, 'a request failed').split('\n');
  expect(first).toMatch(
    /^\S+Z ERROR http: a request failed path="\/a\\u001b\]0;title\\u0007\\n2026-01-01 INFO forged" count=3 error="Error: no \\u009b2J\\u202e"$/,
  );
  expect(others).toEqual(['    at run (file.ts:1:2)', '    at \\u001b[31mstart', '']);
});

test('links, tokens and email addresses are removed anywhere in a line', () => {
  const secret = 'k'.repeat(43);
  for (const format of ['json', 'text'] as const) {
    const text = logged(
      { level: 'info', format },
      {
        stage: 'api',
        path: `/shared/${secret}`,
        error: `Duplicate key "mia.reporter@example.co.uk" for seismo_${secret}`,
      },
      'failed',
    );
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/mia|example\.co/);
    expect(text).toContain('[email]');
  }
});

test('docs/operations/logs.md lists every stage', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/operations/logs.md'), 'utf8');
  expect([...document.matchAll(/^\| `(\w+)` \|/gm)].map(([, stage]) => stage)).toEqual([
    'level',
    'time',
    'stage',
    'msg',
    'reason',
    'error',
    'requestId',
    ...stages,
  ]);
});
