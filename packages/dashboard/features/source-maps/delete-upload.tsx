'use client';

import { useState } from 'react';
import { ActionForm } from '#components/ui/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Modal } from '#components/ui/modal.tsx';
import { deleteUpload } from './actions.ts';
import type { UploadName } from './upload-name.ts';

/** Asks once more: stack traces that were not read yet stay minified without their maps. */
export function DeleteUpload({ project, upload, what }: { project: string; upload: UploadName; what: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button small look="quiet" aria-label={`Delete ${what}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking ? (
        <Modal label="Delete the upload" onClose={() => setAsking(false)}>
          <div className="flex flex-col gap-3 p-5 text-left">
            <h2 className="text-16">Delete {what}?</h2>
            <p className="text-13 text-muted">
              New events that need these files stay minified. Stack traces that are readable already stay as they are.
              This cannot be undone; uploading again can.
            </p>
            <div className="flex items-start gap-2">
              <ActionForm
                action={deleteUpload.bind(null, project, upload)}
                submit="Delete the upload"
                look="danger"
                className="flex flex-col gap-2"
              />
              <Button className="h-9" onClick={() => setAsking(false)} data-first-focus>
                Keep it
              </Button>
            </div>
          </div>
        </Modal>
      ) : null}
    </>
  );
}
