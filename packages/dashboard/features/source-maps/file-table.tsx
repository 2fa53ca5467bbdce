import type { ArtifactView } from '@seismo/server';
import { Badge } from '#ui/badge.tsx';
import { bytes } from '#ui/count.ts';
import { TableHead } from '#ui/table-head.tsx';

const kinds: Record<ArtifactView['kind'], string> = {
  'minified-source': 'Script',
  'source-map': 'Source map',
  source: 'Source',
  other: 'Other',
};

/** Uploaded files: the URL each was uploaded as, its debug ID, and whether its map exists. */
export function FileTable({ files }: { files: ArtifactView[] }) {
  if (files.length === 0) return <p className="text-13 text-muted">No files</p>;
  return (
    <table className="w-full table-fixed text-13">
      <caption className="sr-only">Files by URL</caption>
      <TableHead
        hiddenOnPhones
        columns={[
          { name: 'URL', className: 'pr-4' },
          { name: 'Kind', className: 'w-40 px-4' },
          { name: 'Debug ID', className: 'w-[310px] px-4' },
          { name: 'Size', number: true, className: 'w-24 pl-4' },
        ]}
      />
      <tbody>
        {files.map((file) => (
          <tr key={`${file.id} ${file.release} ${file.dist}`} className="border-b border-line align-baseline">
            <th scope="row" className="py-1.5 text-left font-normal md:pr-4">
              <span className="font-mono text-12 [overflow-wrap:anywhere]">{file.url}</span>
              <span className="flex flex-wrap items-center gap-x-2 text-12 text-muted md:hidden">
                {kinds[file.kind]}, {bytes(file.bytes)}
                {lacksMap(file) ? <NoMap {...file} /> : null}
                {file.debugId ? <span className="font-mono [overflow-wrap:anywhere]">{file.debugId}</span> : null}
              </span>
            </th>
            <td className="hidden px-4 py-1.5 md:table-cell">
              {kinds[file.kind]} {lacksMap(file) ? <NoMap {...file} /> : null}
            </td>
            <td className="hidden px-4 py-1.5 font-mono text-12 text-muted md:table-cell">{file.debugId ?? '–'}</td>
            <td className="hidden py-1.5 pl-4 text-right whitespace-nowrap md:table-cell">{bytes(file.bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function lacksMap({ kind, mapId }: ArtifactView): boolean {
  return kind === 'minified-source' && mapId === null;
}

function NoMap({ mapUrl }: ArtifactView) {
  return (
    <span
      title={
        mapUrl ? `It references ${mapUrl}, which is missing from this upload.` : 'It does not reference a source map.'
      }
    >
      <Badge tone="warning">No map</Badge>
    </span>
  );
}
