import type { UploadView } from '@seismo/server';
import clsx from 'clsx';
import { Badge } from '#ui/badge.tsx';
import { bytes, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Time } from '#lib/time/time.tsx';
import type { Target } from '#server/target.ts';
import { DeleteUpload } from './delete-upload.tsx';
import { writeUploadName, type UploadName } from './upload-name.ts';

interface Props {
  project: Target & { slug: string };
  here: `/settings/projects/${string}/source-maps`;
  uploads: UploadView[];
  selected: UploadName | null;
  mayDelete: boolean;
  nowMs: number;
}

/** One row per upload. Its name opens its files. */
export function Uploads({ project, here, uploads, selected, mayDelete, nowMs }: Props) {
  const open = selected && writeUploadName(selected);
  return (
    <ul aria-label="Uploads" className="overflow-hidden rounded-md border border-line bg-surface">
      {uploads.map((upload) => {
        const { bundleId, release, dist } = upload;
        const name = writeUploadName(upload);
        return (
          <li
            key={name}
            className={clsx(
              'flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-13 not-last:border-b not-last:border-line',
              name === open && 'bg-accent-wash',
            )}
          >
            <div className="min-w-0 flex-1 basis-48">
              <div className="flex min-w-0 flex-wrap items-center gap-2">
                <Link
                  href={name === open ? here : `${here}?upload=${encodeURIComponent(name)}`}
                  scroll={false}
                  aria-expanded={name === open}
                  className="min-w-0 font-medium [overflow-wrap:anywhere] hover:underline"
                >
                  {release || 'Any release'}
                </Link>
                {dist ? <Badge>{dist}</Badge> : null}
                <DebugIds {...upload} />
              </div>
              <p className="mt-0.5 text-12 text-muted">
                {plural(upload.fileCount, 'file')}, {plural(upload.mapCount, 'source map')}, {bytes(upload.bytes)}
              </p>
            </div>
            <div className="ml-auto flex items-center gap-2">
              <span className="text-12 text-muted">
                <Time atMs={upload.uploadedAtMs} nowMs={nowMs} ago />
              </span>
              {mayDelete ? (
                <DeleteUpload
                  project={project}
                  upload={{ bundleId, release, dist }}
                  what={release ? `the upload for ${release}` : 'the upload'}
                />
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Files without a debug ID match only by release, dist and URL. */
function DebugIds({ fileCount, debugIdCount }: UploadView) {
  if (debugIdCount === 0) return <Badge tone="warning">No debug IDs</Badge>;
  if (debugIdCount < fileCount) return <Badge>{`Debug IDs in ${debugIdCount} of ${fileCount}`}</Badge>;
  return <Badge tone="good">Debug IDs</Badge>;
}
