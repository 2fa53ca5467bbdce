import type { Metadata } from 'next';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { SignOn } from '#features/sign-on/sign-on.tsx';

export const metadata: Metadata = { title: 'Single sign-on · Settings' };

export default function SignOnPage() {
  return (
    <SettingsPage title="Single sign-on" state="Sign in through your identity provider with OpenID Connect.">
      <SignOn />
    </SettingsPage>
  );
}
