'use server';

import type { SourceMapping } from '@seismo/server';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function saveSource(project: Target, base: number, _before: Result | null, form: FormData) {
  return runAndRefresh(async () => {
    const document = { mappings: readMappings(form) };
    await runtime().command.saveConfiguration(...(await viewerAndId(project)), 'source', document, base);
    return { ok: true, message: 'Saved. Stack traces now link to these repositories.' };
  });
}

/** One mapping per row. The server validates them. */
function readMappings(form: FormData): SourceMapping[] {
  const all = (name: string) => form.getAll(name).map((value) => (typeof value === 'string' ? value : ''));
  const [hosts, stackRoots, sourceRoots, branches] = ['host', 'stackRoot', 'sourceRoot', 'branch'].map((name) =>
    all(`mappings.${name}`),
  );
  return all('mappings.repository').map((repository, index) => ({
    repository,
    host: hosts![index] as SourceMapping['host'],
    stackRoot: stackRoots![index] ?? '',
    sourceRoot: sourceRoots![index] ?? '',
    branch: branches![index] ?? '',
  }));
}
