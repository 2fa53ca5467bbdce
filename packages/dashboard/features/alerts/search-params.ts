import { choice, context, cursor, optional, urlState } from '#explorer/url-state.ts';

export const views = ['alerts', 'rules', 'channels', 'maintenance'] as const;
export const viewNames: Record<(typeof views)[number], string> = {
  alerts: 'Alerts',
  rules: 'Rules',
  channels: 'Channels',
  maintenance: 'Maintenance',
};

const state = urlState({
  ...context,
  view: choice('view', views),
  cursor,
  /** The kind of a new channel, with its form. */
  add: optional('add'),
  /** The ID of the channel that is edited. */
  channel: optional('channel'),
  /** The ID of the maintenance window that is edited, or `new`. */
  window: optional('window'),
});

export type AlertsUrlState = ReturnType<typeof state.read>;
export const readAlertsUrlState = state.read;
export const alertsHref = (urlState: Partial<AlertsUrlState>) => state.href('/alerts', urlState);

/** The list of channels in the same context, with one form at most. */
export const channelsHref = (
  { projects, environments }: Pick<AlertsUrlState, 'projects' | 'environments'>,
  form: { add?: string; channel?: string } = {},
) => alertsHref({ projects, environments, view: 'channels', ...form });

/** The list of maintenance windows in the same context, with one form at most: of the window with this ID, or `new`. */
export const maintenanceHref = (
  { projects = [], environments = [] }: Partial<Pick<AlertsUrlState, 'projects' | 'environments'>>,
  window: string | null = null,
) => alertsHref({ projects, environments, view: 'maintenance', window });
