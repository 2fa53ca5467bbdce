import { AuditLog } from '#features/audit/audit-log.tsx';
import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';

export const metadata = settingsTitle('/settings/audit');

export default function AuditPage({ searchParams }: PageProps<'/settings/audit'>) {
  return (
    <GlobalSettingsPage path="/settings/audit" state="Changes to accounts, projects and settings.">
      <AuditLog search={searchParams} />
    </GlobalSettingsPage>
  );
}
