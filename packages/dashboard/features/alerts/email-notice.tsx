import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { may } from '#server/viewer.ts';
import { readEmailStatus } from './read.ts';

/** Why no messages are sent, and what to do about it. */
export async function EmailNotice() {
  const { isConfigured, paused } = await readEmailStatus();
  if (!isConfigured) {
    return (
      <Notice title="Seismo cannot send email yet.">
        Rules fire, but no messages are sent. Set <code>SEISMO_SMTP_URL</code> and <code>SEISMO_MAIL_FROM</code>, and
        restart Seismo.
      </Notice>
    );
  }
  if (paused === null) return null;
  return (
    <Notice title="Email is paused.">
      {paused}{' '}
      {(await may('runHealthCheck')) ? (
        <Link href="/settings/server" className="underline underline-offset-2">
          Server settings
        </Link>
      ) : null}
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p className="my-3 rounded-md bg-warning-wash px-3 py-2 text-13 [overflow-wrap:anywhere]">
      <span className="font-medium">{title}</span> {children}
    </p>
  );
}
