import { Organizations } from '#features/organizations/organizations.tsx';
import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';

export const metadata = settingsTitle('/settings/organizations');

export default function OrganizationsPage() {
  return (
    <GlobalSettingsPage path="/settings/organizations" state="Name, slug and sharing of your organization.">
      <Organizations />
    </GlobalSettingsPage>
  );
}
