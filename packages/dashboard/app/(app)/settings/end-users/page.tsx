import type { Metadata } from 'next';
import { EndUsers } from '#features/end-users/end-users.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const metadata: Metadata = { title: 'End-user data · Settings' };

export default function EndUsersPage({ searchParams }: PageProps<'/settings/end-users'>) {
  return (
    <SettingsPage title="End-user data" state="Find, export and delete the data of one user of your apps.">
      <EndUsers search={searchParams} />
    </SettingsPage>
  );
}
