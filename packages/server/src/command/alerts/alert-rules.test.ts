import { expect, test } from 'vitest';
import { defaultAlertRules, ruleDefaults } from '#domain/alerts/default-rules.ts';
import { refuses } from '../../testing/refuses.ts';
import { openShop } from '../../testing/test-server.ts';
import type { AlertRuleInput } from './alert-rules.ts';

const { server, organizationId, owner, shop } = await openShop();
const rules = () => server.query.alertRules(owner, ['shop']);
const input: AlertRuleInput = { name: 'Checkout', trigger: 'new-issue', query: 'level:error' };
const schedule = { timeZone: 'Europe/Berlin', days: [1, 2, 3], from: '09:00', to: '18:00' };

async function audited(count: number) {
  const page = { userId: null, action: null, cursor: null, count };
  const { entries } = await server.query.auditLog(owner, 'acme', page);
  return entries.map(({ action, subject, detail }) => [action, subject, detail]);
}

test('a project begins with the default rules, enabled', async () => {
  const stored = await server.state.listAlertRules([shop.id]);
  const found = stored.map(({ name, triggerKind: trigger, query, condition, enabled }) => {
    return { name, trigger, query, condition, enabled };
  });
  expect(found).toEqual(defaultAlertRules.map((rule) => ({ ...rule, enabled: true })));
});

test('a rule is disabled and enabled again, and the audit log names it', async () => {
  const [first, second] = await rules();
  for (const enabled of [false, true, true]) {
    await server.command.setAlertRule(owner, first!.id, { enabled });
    expect((await rules()).slice(0, 2)).toEqual([{ ...first, enabled }, second]);
  }
  expect(await audited(2)).toEqual([
    ['alert-rule-change', 'shop: First issue', 'on'],
    ['alert-rule-change', 'shop: First issue', 'off'],
  ]);
});

test('a rule is created, changed and deleted, and past alerts keep its name', async () => {
  const id = await server.command.createAlertRule(owner, 'shop', { ...input, name: ' Checkout ' });
  expect(await server.query.alertRule(owner, id)).toEqual({
    ...ruleDefaults,
    id,
    name: 'Checkout',
    project: expect.objectContaining({ slug: 'shop' }),
    trigger: 'new-issue',
    when: 'A new issue',
    query: 'level:error',
    evaluated: null,
    isMuted: false,
  });
  const change = { trigger: 'regression' as const, schedule: { ...schedule, days: [3, 1, 3] }, environments: ['prod'] };
  await server.command.setAlertRule(owner, id, { ...change, name: 'Pay', toTeam: false, snoozedUntilMs: 5_000 });
  expect(await server.query.alertRule(owner, id)).toMatchObject({
    name: 'Pay',
    trigger: 'regression',
    query: 'level:error',
    schedule: { ...schedule, days: [1, 3] },
    environments: ['prod'],
    toTeam: false,
  });
  expect((await audited(1))[0]).toEqual([
    'alert-rule-change',
    'shop: Pay',
    'renamed from Checkout, conditions, sends to no channel, snoozed until 1970-01-01T00:00:05.000Z',
  ]);
  await server.command.deleteAlertRule(owner, id);
  expect((await rules()).map((rule) => rule.id)).not.toContain(id);
  await refuses(server.query.alertRule(owner, id), 'not-found');
  await refuses(server.command.setAlertRule(owner, id, { enabled: true }), 'not-found');
  await refuses(server.command.deleteAlertRule(owner, id), 'not-found');
  expect((await server.state.alertRulesByIds([id]))[0]!.name).toBe('Pay');
  expect((await audited(1))[0]).toEqual(['alert-rule-delete', 'shop: Pay', '']);
});

const spans: AlertRuleInput['condition'] = {
  kind: 'metric',
  metric: 'spans',
  aggregate: 'count()',
  windowMs: 5 * 60_000,
  comparison: 'value',
  direction: 'above',
  critical: 10,
  warning: null,
  resolve: null,
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: null,
};

test.each([
  [{ query: ' boom level:loud' }, { text: 'boom level:loud', from: 11, to: 15 }],
  [
    { trigger: 'metric', condition: spans, query: 'span.duration:slow' },
    { text: 'span.duration:slow', from: 14, to: 18 },
  ],
] as [Partial<AlertRuleInput>, object][])('the wrong part of the filter of %j is named', async (given, place) => {
  await expect(server.command.createAlertRule(owner, 'shop', { ...input, ...given })).rejects.toMatchObject({ place });
});

test('wrong values are refused at their fields', async () => {
  const before = await rules();
  for (const [given, at] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'a'.repeat(101) }, 'name'],
    [{ trigger: 'toString' }, 'trigger'],
    [{ query: 'level:(' }, 'query'],
    [{ query: 'a'.repeat(100_000) }, 'query'],
    [{ repeatMs: 60_000 }, 'repeatMs'],
    [{ repeatMs: 48 * 3600_000 }, 'repeatMs'],
    [{ schedule: { ...schedule, days: [] } }, 'schedule.days'],
    [{ schedule: { ...schedule, days: [0] } }, 'schedule.days.0'],
    [{ schedule: { ...schedule, days: [1.5] } }, 'schedule.days.0'],
    [{ schedule: { ...schedule, from: '24:00' } }, 'schedule.from'],
    [{ schedule: { ...schedule, to: '9' } }, 'schedule.to'],
    [{ schedule: { ...schedule, timeZone: 'Berlin' } }, 'schedule.timeZone'],
    [{ environments: Array.from({ length: 21 }, (_, index) => `env-${index}`) }, 'environments'],
  ] as [Partial<AlertRuleInput>, string][]) {
    const refusal = { code: 'invalid', fields: { [at]: expect.any(String) } };
    await expect(server.command.createAlertRule(owner, 'shop', { ...input, ...given }), at).rejects.toMatchObject(
      refusal,
    );
    await expect(server.command.setAlertRule(owner, before[0]!.id, given), at).rejects.toMatchObject(refusal);
  }
  expect(await rules()).toEqual(before);
});

test('a rule is owned by a user or a team, by name, until they are gone', async () => {
  const { command, query } = server;
  const member = await server.user(organizationId, 'member');
  const byMember = { kind: 'user' as const, userId: member.userId };
  const id = await command.createAlertRule(owner, 'shop', { ...input, owner: byMember });
  const ownerOf = async () => (await query.alertRule(owner, id)).owner;
  expect(await ownerOf()).toEqual({ ...byMember, name: 'member', email: expect.stringContaining('member') });
  expect((await rules()).filter((rule) => rule.owner !== null).map((rule) => rule.id)).toEqual([id]);
  await command.createTeam(owner, { slug: 'web', name: 'Web' });
  const { id: teamId } = (await query.teams(owner))[0]!;
  const byTeam = { kind: 'team' as const, teamId };
  for (let times = 0; times < 2; times++) await command.setAlertRule(owner, id, { owner: byTeam });
  expect(await ownerOf()).toEqual({ ...byTeam, slug: 'web', name: 'Web' });
  await command.setAlertRule(owner, id, { name: 'Pay' });
  expect(await ownerOf()).toMatchObject(byTeam);
  await command.deleteTeam(owner, 'web');
  expect(await ownerOf()).toBeNull();
  await command.setAlertRule(owner, id, { owner: byMember });
  // A member of another organization has left this one.
  const elsewhere = await server.organization('elsewhere');
  const project = { slug: 'cart', name: 'Cart', platform: 'node' };
  await command.createProject(await server.user(elsewhere, 'owner'), project);
  await server.state.write(async (tx) => {
    await tx.setMembership({ organizationId: elsewhere, userId: member.userId, role: 'member' });
    await tx.setMembership({ organizationId, userId: member.userId, role: 'support' });
  });
  expect(await ownerOf()).toBeNull();
  const inBoth = {
    ...owner,
    memberships: [...owner.memberships, { organizationId: elsewhere, role: 'owner' as const }],
  };
  expect((await query.alertRules(inBoth, [])).filter((rule) => rule.owner !== null)).toEqual([]);
  await command.setAlertRule(owner, id, { owner: null });
  expect((await audited(5)).map(([action, , detail]) => [action, detail])).toEqual([
    ['alert-rule-change', 'owner'],
    ['alert-rule-change', 'owner'],
    ['team-delete', ''],
    ['alert-rule-change', 'renamed from Checkout'],
    ['alert-rule-change', 'owner'],
  ]);
  await command.deleteAlertRule(owner, id);
});

test('a rule is owned only by users and teams that can be assigned issues of its organization', async () => {
  const { command } = server;
  const support = await server.user(organizationId, 'support');
  const elsewhere = await server.organization('other');
  const stranger = await server.user(elsewhere, 'owner');
  await command.createTeam(stranger, { slug: 'theirs', name: 'Theirs' });
  const { id: teamId } = (await server.query.teams(stranger))[0]!;
  const before = await rules();
  for (const refused of [
    { kind: 'user' as const, userId: support.userId },
    { kind: 'user' as const, userId: stranger.userId },
    { kind: 'user' as const, userId: 9_999 as typeof stranger.userId },
    { kind: 'team' as const, teamId },
  ]) {
    const refusal = { code: 'invalid', fields: { owner: 'Select a member or a team of the organization.' } };
    const created = command.createAlertRule(owner, 'shop', { ...input, owner: refused });
    await expect(created).rejects.toMatchObject(refusal);
    const changed = command.setAlertRule(owner, before[0]!.id, { name: 'Changed', owner: refused });
    await expect(changed).rejects.toMatchObject(refusal);
  }
  expect(await rules()).toEqual(before);
});

test('a project has at most 100 rules', async () => {
  const left = 100 - (await rules()).length;
  for (let index = 0; index < left; index++) await server.command.createAlertRule(owner, 'shop', input);
  await refuses(server.command.createAlertRule(owner, 'shop', input), 'invalid');
});
