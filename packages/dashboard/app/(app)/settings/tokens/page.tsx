import type { Metadata } from 'next';
import { Tokens } from '#features/settings/tokens.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const metadata: Metadata = { title: 'API tokens · Settings' };

export default function TokensPage() {
  return (
    <SettingsPage title="API tokens" state="Access for scripts, CI and other programs.">
      <Tokens />
    </SettingsPage>
  );
}
