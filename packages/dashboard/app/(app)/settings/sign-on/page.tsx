import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';
import { SignOn } from '#features/sign-on/sign-on.tsx';

export const metadata = settingsTitle('/settings/sign-on');

export default function SignOnPage() {
  return (
    <GlobalSettingsPage path="/settings/sign-on" state="Sign in through your identity provider with OpenID Connect.">
      <SignOn />
    </GlobalSettingsPage>
  );
}
