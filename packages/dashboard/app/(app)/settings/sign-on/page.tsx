import type { Metadata } from 'next';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { SignOn } from '#features/sign-on/sign-on.tsx';

export const metadata: Metadata = { title: 'Single sign-on · Settings' };

export default function SignOnPage() {
  return (
    <SettingsPage title="Single sign-on" state="People sign in with the accounts they have: OpenID Connect.">
      <SignOn />
    </SettingsPage>
  );
}
