import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * Uploads in a separate process with a limited heap, after Next has compiled and before it renders pages. The build
 * process is large already.
 */
export function uploadInOwnProcess(
  { projectDir, distDir }: { projectDir: string; distDir: string },
  env: Record<string, string>,
  args: string[],
): Promise<number> {
  const program = createRequire(import.meta.url).resolve('@seismo/nextjs/cli');
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${HEAP_MIB_MAX}`, program, 'upload', '--dist-dir', distDir, ...args],
      { cwd: projectDir, stdio: 'inherit', env: { ...process.env, NODE_OPTIONS: '', ...env } },
    );
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

const HEAP_MIB_MAX = 512;
