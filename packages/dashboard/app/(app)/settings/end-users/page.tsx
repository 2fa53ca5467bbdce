import { EndUsers } from '#features/end-users/end-users.tsx';
import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';

export const metadata = settingsTitle('/settings/end-users');

export default function EndUsersPage({ searchParams }: PageProps<'/settings/end-users'>) {
  return (
    <GlobalSettingsPage path="/settings/end-users" state="Find, export and delete the data of one user of your apps.">
      <EndUsers search={searchParams} />
    </GlobalSettingsPage>
  );
}
