import { ServerHealth } from '#features/server-health/server-health.tsx';
import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';

export const metadata = settingsTitle('/settings/server');

export default function ServerHealthPage() {
  return (
    <GlobalSettingsPage path="/settings/server" state="Checks of the server, its data and its connections.">
      <ServerHealth />
    </GlobalSettingsPage>
  );
}
