import type { Metadata } from 'next';
import { Account } from '#features/settings/account.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const metadata: Metadata = { title: 'Account · Settings' };

export default function AccountPage() {
  return (
    <SettingsPage title="Account" state="Your profile, sign-in methods and preferences.">
      <Account />
    </SettingsPage>
  );
}
