import type { Metadata } from 'next';
import { AuditLog } from '#features/audit/audit-log.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const metadata: Metadata = { title: 'Audit log · Settings' };

export default function AuditPage({ searchParams }: PageProps<'/settings/audit'>) {
  return (
    <SettingsPage title="Audit log" state="Changes to accounts, projects and settings.">
      <AuditLog search={searchParams} />
    </SettingsPage>
  );
}
