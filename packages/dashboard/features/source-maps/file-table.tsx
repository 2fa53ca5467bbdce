import type { ArtifactView } from '@seismo/server';
import { Badge } from '#components/ui/badge.tsx';
import { bytes } from '#components/ui/count.ts';

const kinds: Record<ArtifactView['kind'], string> = {
  'minified-source': 'Script',
  'source-map': 'Source map',
  source: 'Source',
  other: 'Other',
};

/** Uploaded files: the URL each was uploaded as, its debug id, and whether its map is there. */
export function FileTable({ files }: { files: ArtifactView[] }) {
  if (files.length === 0) return <p className="text-13 text-muted">No file.</p>;
  return (
    <div className="overflow-x-auto" role="group" aria-label="Files" tabIndex={0}>
      <table className="w-full text-13">
        <thead className="border-b border-line text-12 text-muted">
          <tr>
            <th scope="col" className="h-8 pr-4 text-left font-normal">
              URL
            </th>
            <th scope="col" className="px-4 text-left font-normal">
              Kind
            </th>
            <th scope="col" className="px-4 text-left font-normal">
              Debug id
            </th>
            <th scope="col" className="pl-4 text-right font-normal">
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={`${file.id} ${file.release} ${file.dist}`} className="border-b border-line align-top">
              <th scope="row" className="py-1.5 pr-4 text-left font-mono text-12 font-normal [overflow-wrap:anywhere]">
                {file.url}
              </th>
              <td className="px-4 py-1.5 whitespace-nowrap">
                {kinds[file.kind]} {file.kind === 'minified-source' && file.mapId === null ? <NoMap {...file} /> : null}
              </td>
              <td className="px-4 py-1.5 font-mono text-12 text-muted">{file.debugId ?? '–'}</td>
              <td className="py-1.5 pl-4 text-right whitespace-nowrap">{bytes(file.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NoMap({ mapUrl }: ArtifactView) {
  return (
    <span title={mapUrl ? `It names ${mapUrl}, which is not in this upload.` : 'It does not say where its map is.'}>
      <Badge tone="warning">No map</Badge>
    </span>
  );
}
