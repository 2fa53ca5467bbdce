import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import type { Target } from '#server/target.ts';
import { deleteUpload } from './actions.ts';
import type { UploadName } from './upload-name.ts';

/** Asks once more: stack traces that were not read yet stay minified without their maps. */
export function DeleteUpload({
  project,
  upload,
  what,
}: {
  project: Target & { slug: string };
  upload: UploadName;
  what: string;
}) {
  return (
    <ConfirmByName
      button="Delete"
      label={`Delete ${what}`}
      variant="quiet"
      small
      title={`Delete ${what}?`}
      name={upload.release || project.slug}
      submit="Delete the upload"
      action={deleteUpload.bind(null, { organizationId: project.organizationId, id: project.id }, upload)}
    >
      New events that need these files stay minified. Stack traces that are readable already stay as they are. This
      cannot be undone; uploading again can.
    </ConfirmByName>
  );
}
