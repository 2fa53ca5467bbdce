import { Tokens } from '#features/settings/tokens.tsx';
import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';

export const metadata = settingsTitle('/settings/tokens');

export default function TokensPage({ searchParams }: PageProps<'/settings/tokens'>) {
  return (
    <GlobalSettingsPage path="/settings/tokens" state="Access for scripts, CI and other programs.">
      <Tokens search={searchParams} />
    </GlobalSettingsPage>
  );
}
