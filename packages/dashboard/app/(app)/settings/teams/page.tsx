import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';
import { Teams } from '#features/teams/teams.tsx';

export const metadata = settingsTitle('/settings/teams');

export default function TeamsPage() {
  return (
    <GlobalSettingsPage path="/settings/teams" state="Groups of members that issues can be assigned to.">
      <Teams />
    </GlobalSettingsPage>
  );
}
