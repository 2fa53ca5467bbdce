import { NotificationSettings } from '#features/notifications/notification-settings.tsx';
import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';

export const metadata = settingsTitle('/settings/notifications');

export default function NotificationsPage({ searchParams }: PageProps<'/settings/notifications'>) {
  return (
    <GlobalSettingsPage
      path="/settings/notifications"
      state="Email and browser notifications to you, in all organizations."
    >
      <NotificationSettings slackToken={searchParams.then(({ slack }) => slack)} />
    </GlobalSettingsPage>
  );
}
