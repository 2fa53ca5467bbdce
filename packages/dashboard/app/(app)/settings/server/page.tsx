import type { Metadata } from 'next';
import { ServerHealth } from '#features/server-health/server-health.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const metadata: Metadata = { title: 'Server health · Settings' };

export default function ServerHealthPage() {
  return (
    <SettingsPage title="Server health" state="Checks of the server, its data and its connections.">
      <ServerHealth />
    </SettingsPage>
  );
}
