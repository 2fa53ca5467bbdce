import type { Metadata } from 'next';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { Teams } from '#features/teams/teams.tsx';

export const metadata: Metadata = { title: 'Teams · Settings' };

export default function TeamsPage() {
  return (
    <SettingsPage title="Teams" state="Whom issues can be assigned to, beside people.">
      <Teams />
    </SettingsPage>
  );
}
