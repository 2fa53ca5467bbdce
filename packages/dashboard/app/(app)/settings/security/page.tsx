import { Security } from '#features/settings/security.tsx';
import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';

export const metadata = settingsTitle('/settings/security');

export default function SecurityPage() {
  return (
    <GlobalSettingsPage path="/settings/security" state="How you sign in, and where you are signed in.">
      <Security />
    </GlobalSettingsPage>
  );
}
