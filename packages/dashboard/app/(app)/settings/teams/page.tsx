import type { Metadata } from 'next';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { Teams } from '#features/teams/teams.tsx';

export const metadata: Metadata = { title: 'Teams · Settings' };

export default function TeamsPage() {
  return (
    <SettingsPage title="Teams" state="Groups of members that issues can be assigned to.">
      <Teams />
    </SettingsPage>
  );
}
