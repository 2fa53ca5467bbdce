import { Preferences } from '#features/settings/preferences.tsx';
import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';

export const metadata = settingsTitle('/settings/preferences');

export default function PreferencesPage() {
  return (
    <GlobalSettingsPage path="/settings/preferences" state="Saved with your account, in every browser.">
      <Preferences />
    </GlobalSettingsPage>
  );
}
