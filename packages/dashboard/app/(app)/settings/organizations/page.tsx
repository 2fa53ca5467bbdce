import type { Metadata } from 'next';
import { Organizations } from '#features/organizations/organizations.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const metadata: Metadata = { title: 'Organizations · Settings' };

export default function OrganizationsPage() {
  return (
    <SettingsPage title="Organizations" state="Organizations you belong to.">
      <Organizations />
    </SettingsPage>
  );
}
