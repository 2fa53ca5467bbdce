import { may, organizationId } from '#server/viewer.ts';
import { ActionForm } from '#ui/action-form.tsx';
import { sendTestEmail } from './actions.ts';
import { readEmailStatus } from './read.ts';

/** Sends a message to the viewer’s own address, if email can be sent. */
export async function TestEmail() {
  const { isConfigured, paused } = await readEmailStatus();
  if (!isConfigured || paused !== null || !(await may('sendTestEmail'))) return null;
  return (
    <ActionForm
      action={sendTestEmail.bind(null, await organizationId())}
      submit="Send test email"
      variant="plain"
      small
      className="flex flex-wrap items-center gap-2"
    />
  );
}
