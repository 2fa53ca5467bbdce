import { Account } from '#features/settings/account.tsx';
import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';

export const metadata = settingsTitle('/settings/account');

export default function AccountPage() {
  return (
    <GlobalSettingsPage path="/settings/account" state="Your profile and your roles.">
      <Account />
    </GlobalSettingsPage>
  );
}
