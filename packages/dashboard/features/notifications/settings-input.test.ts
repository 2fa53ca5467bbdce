import { expect, test } from 'vitest';
import { readNotificationSettings } from './settings-input.ts';

const kinds = { alerts: 'now', assigned: 'daily', mentioned: 'off', comments: 'now', status: 'now' };

const none = { alerts: false, assigned: false, mentioned: false, comments: false, status: false };

function formWith(fields: [name: string, value: string][]): FormData {
  const form = new FormData();
  for (const [kind, timing] of Object.entries(kinds)) form.append(`kinds.${kind}`, timing);
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

test('a form has the settings in general, and none for a box that is not checked', () => {
  expect(
    readNotificationSettings(
      formWith([
        ['dailyAt', '08:00'],
        ['timeZone', 'UTC'],
      ]),
    ),
  ).toEqual({ kinds, browser: none, projects: [], dailyAt: '08:00', timeZone: 'UTC', weeklyReport: false });
  expect(readNotificationSettings(formWith([['weeklyReport', 'on']]))).toMatchObject({ weeklyReport: true });
  expect(readNotificationSettings(formWith([['browser.status', 'on']])).browser).toEqual({ ...none, status: true });
});

test('each project has what differs, in the row of its ID', () => {
  const row = (id: string, alerts: string, comments: string): [string, string][] => [
    ['projects.projectId', id],
    ['projects.kinds.alerts', alerts],
    ['projects.kinds.assigned', ''],
    ['projects.kinds.mentioned', ''],
    ['projects.kinds.comments', comments],
    ['projects.kinds.status', ''],
  ];
  const form = formWith([...row('7', '', 'off'), ...row('3', '', ''), ...row('5', 'daily', 'now')]);
  expect(readNotificationSettings(form).projects).toEqual([
    { projectId: 7, kinds: { comments: 'off' } },
    { projectId: 3, kinds: {} },
    { projectId: 5, kinds: { alerts: 'daily', comments: 'now' } },
  ]);
});

test('an incomplete form is left to the server to refuse', () => {
  const form = new FormData();
  form.append('projects.projectId', 'x');
  expect(readNotificationSettings(form)).toMatchObject({
    kinds: { alerts: '' },
    projects: [{ projectId: Number.NaN, kinds: {} }],
    dailyAt: '',
    timeZone: '',
  });
});
