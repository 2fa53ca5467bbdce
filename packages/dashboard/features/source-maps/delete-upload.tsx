import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import type { Target } from '#server/target.ts';
import { deleteUpload } from './actions.ts';
import type { UploadName } from './upload-name.ts';

interface Props {
  project: Target & { slug: string };
  upload: UploadName;
  what: string;
}

/** Asks for confirmation, because new stack traces stay minified without these maps. */
export function DeleteUpload({ project, upload, what }: Props) {
  return (
    <ConfirmByName
      button="Delete"
      label={`Delete ${what}`}
      variant="quiet"
      small
      title={`Delete ${what}?`}
      name={upload.release || project.slug}
      submit="Delete upload"
      action={deleteUpload.bind(null, { organizationId: project.organizationId, id: project.id }, upload)}
    >
      New events that need these files stay minified. Readable stack traces do not change. You cannot undo this, but you
      can upload the files again.
    </ConfirmByName>
  );
}
