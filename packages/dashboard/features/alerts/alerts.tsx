import { connection } from 'next/server';
import type { RawParams } from '#explorer/url-state.ts';
import { Tabs } from '#ui/tabs.tsx';
import { AlertList } from './alert-list.tsx';
import { AlertRules } from './alert-rules.tsx';
import { EmailNotice } from './email-notice.tsx';
import { alertsHref, readAlertsUrlState, viewNames, views } from './search-params.ts';

/** What fired, or the rules. */
export async function Alerts({ search }: { search: Promise<RawParams> }) {
  await connection();
  const urlState = readAlertsUrlState(await search);
  return (
    <>
      <Tabs
        label="Alerts and rules"
        tabs={views.map((view) => ({
          name: viewNames[view],
          href: alertsHref({ ...urlState, view, cursor: null }),
          isCurrent: view === urlState.view,
        }))}
      />
      <EmailNotice />
      {urlState.view === 'rules' ? <AlertRules projects={urlState.projects} /> : <AlertList urlState={urlState} />}
    </>
  );
}
