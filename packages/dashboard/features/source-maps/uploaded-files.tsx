import { Section } from '#ui/section.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { FileTable } from './file-table.tsx';
import type { UploadName } from './upload-name.ts';

export async function UploadedFiles({ project, upload }: { project: string; upload: UploadName }) {
  const files = await runQuery((viewer) => runtime().query.uploadedFiles(viewer, project, upload));
  return (
    <Section title={`Files${upload.release ? ` of ${upload.release}` : ''}`} note={upload.dist}>
      <FileTable files={files} />
    </Section>
  );
}
