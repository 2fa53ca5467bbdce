import type { DebugId } from '@seismo/protocol';
import type { SeededProject } from '../projects/seeds.ts';
import type { ArtifactFacts, NewBundle } from './contract.ts';

export const debugId = (digit: string) => `${digit.repeat(8)}-1111-2222-3333-444444444444` as DebugId;

export function file(url: string, change: Partial<ArtifactFacts> = {}): ArtifactFacts {
  const isMap = url.endsWith('.map');
  return {
    kind: isMap ? 'source-map' : 'minified-source',
    url,
    debugId: null,
    mapUrl: '',
    map: null,
    blobKey: `artifacts/1/${url.replaceAll(/[^a-z0-9]/g, '-')}`,
    bytes: 10,
    ...change,
  };
}

export function bundle(project: SeededProject, name: string, change: Partial<NewBundle> = {}): NewBundle {
  return {
    organizationId: project.organizationId,
    checksum: name.padEnd(40, '0'),
    files: [file(`~/${name}.js`, { map: 1, mapUrl: `~/${name}.js.map` }), file(`~/${name}.js.map`)],
    uses: [{ projectId: project.projectId, release: '1.0', dist: '', uploadedAtMs: 1_000 }],
    ...change,
  };
}
