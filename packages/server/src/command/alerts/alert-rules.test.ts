import { expect, test } from 'vitest';
import { defaultAlertRules } from '#domain/alerts/default-rules.ts';
import { openShop } from '../../testing/test-server.ts';

const { server, owner, shop } = await openShop();
const rules = () => server.query.alertRules(owner, ['shop']);

test('a project begins with the default rules, enabled', async () => {
  const stored = await server.state.listAlertRules([shop.id]);
  const found = stored.map(({ name, triggerKind: trigger, query, enabled }) => ({ name, trigger, query, enabled }));
  expect(found).toEqual(defaultAlertRules.map((rule) => ({ ...rule, enabled: true })));
});

test('a rule is disabled and enabled again, and the audit log names it', async () => {
  const [first, second] = await rules();
  for (const enabled of [false, true]) {
    await server.command.setAlertRule(owner, first!.id, { enabled });
    expect((await rules()).slice(0, 2)).toEqual([{ ...first, enabled }, second]);
  }
  const page = { userId: null, action: null, cursor: null, count: 2 };
  const { entries } = await server.query.auditLog(owner, 'acme', page);
  expect(entries.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
    ['alert-rule-change', 'shop: First issue', 'on'],
    ['alert-rule-change', 'shop: First issue', 'off'],
  ]);
});
