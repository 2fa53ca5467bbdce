import type { Metadata } from 'next';
import { Account } from '#features/settings/account.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const metadata: Metadata = { title: 'Account · Settings' };

export default function AccountPage() {
  return (
    <SettingsPage title="Account" state="Who you are here, and how you sign in.">
      <Account />
    </SettingsPage>
  );
}
