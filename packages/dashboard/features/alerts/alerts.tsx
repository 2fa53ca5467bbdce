import { connection } from 'next/server';
import type { RawParams } from '#explorer/url-state.ts';
import { Tabs } from '#ui/tabs.tsx';
import { AlertList } from './alert-list.tsx';
import { AlertRules } from './alert-rules.tsx';
import { Channels } from './channels.tsx';
import { Maintenance } from './maintenance.tsx';
import { Notices } from './notices.tsx';
import { alertsHref, readAlertsUrlState, viewNames, views } from './search-params.ts';

/** What fired, the rules, the channels, or the maintenance windows. */
export async function Alerts({ search }: { search: Promise<RawParams> }) {
  await connection();
  const urlState = readAlertsUrlState(await search);
  const { view: current, projects, environments } = urlState;
  return (
    <>
      <Tabs
        label="Alerts, rules, channels and maintenance"
        tabs={views.map((view) => ({
          name: viewNames[view],
          href: alertsHref({ projects, environments, view }),
          isCurrent: view === current,
        }))}
      />
      <Notices />
      {current === 'alerts' ? <AlertList urlState={urlState} /> : null}
      {current === 'rules' ? <AlertRules urlState={urlState} /> : null}
      {current === 'channels' ? <Channels urlState={urlState} /> : null}
      {current === 'maintenance' ? <Maintenance urlState={urlState} /> : null}
    </>
  );
}
