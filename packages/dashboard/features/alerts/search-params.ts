import { choice, context, cursor, urlState } from '#explorer/url-state.ts';

export const views = ['alerts', 'rules'] as const;
export const viewNames: Record<(typeof views)[number], string> = { alerts: 'Alerts', rules: 'Rules' };

const state = urlState({ ...context, view: choice('view', views), cursor });

export type AlertsUrlState = ReturnType<typeof state.read>;
export const readAlertsUrlState = state.read;
export const alertsHref = (urlState: Partial<AlertsUrlState>) => state.href('/alerts', urlState);
