import { may, organizationId } from '#server/viewer.ts';
import { ActionForm } from '#ui/action-form.tsx';
import { sendTestEmail } from './actions.ts';
import { readEmailStatus } from './read.ts';

/** In a row: its button beside the others, and its answer below them. */
export const testClass =
  'contents [&>[role]]:order-last [&>[role]]:basis-full [&>[role]]:[overflow-wrap:anywhere] [&>button]:ml-auto';

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
      className={testClass}
    />
  );
}
