import { expect, test } from 'vitest';
import { openSender } from '../testing/api.ts';
import { openShop } from '../testing/test-server.ts';

const { server, organizationId, owner, shop } = await openShop();
const { command, query } = server;
await command.createTeam(owner, { slug: 'web', name: 'Web' });
const [team] = await query.teams(owner);
const teamId = team!.id;
await command.setTeamProject(owner, 'web', 'shop', true);
const settings = { url: 'https://hooks.slack.com/services/T0/B0/abc' };
const slack = await command.createChannel(owner, {
  kind: 'slack',
  name: '#web',
  settings,
  content: 'everything',
  allRules: false,
});
const send = await openSender(server, owner);
const workflows = '/organizations/acme/workflows/';
const detectors = '/organizations/acme/detectors/';

const email = { type: 'email', data: {}, config: { targetType: 'team', targetIdentifier: String(teamId) } };
const toChannel = { type: 'slack', integrationId: String(slack), config: { targetIdentifier: String(slack) } };
const firstSeen = { type: 'first_seen_event', comparison: true, conditionResult: true };
const triggers = (...conditions: object[]) => ({ logicType: 'any-short', conditions });
const detectorOfShop = (await send('GET', `${detectors}?project=${shop.id}&query=type:error`)).body[0].id as string;
const workflow = (change: object = {}, conditions: object[] = []) => ({
  name: 'Checkout',
  detectorIds: [detectorOfShop],
  triggers: triggers(firstSeen),
  actionFilters: [{ logicType: 'all', conditions, actions: [email] }],
  ...change,
});
const metric = (change: object = {}, source: object = {}) => ({
  name: 'Errors',
  type: 'metric_issue',
  projectId: 'shop',
  dataSources: [{ dataset: 'events', aggregate: 'count()', query: '', timeWindow: 300, ...source }],
  conditionGroup: {
    logicType: 'any',
    conditions: [
      { type: 'gt', comparison: 500, conditionResult: 75 },
      { type: 'lte', comparison: 500, conditionResult: 0 },
    ],
  },
  config: { detectionType: 'static' },
  ...change,
});
const createMetric = (...given: Parameters<typeof metric>) =>
  send('POST', '/projects/acme/shop/detectors/', metric(...given));

test('a workflow is a rule about issues with the same ID, which is read, changed and deleted', async () => {
  const sent = workflow({ environment: 'production', config: { frequency: 60 }, owner: `team:${teamId}` });
  const created = await send('POST', workflows, sent);
  const id = Number(created.body.id);
  expect(created).toEqual({
    status: 201,
    body: {
      id: String(id),
      organizationId: String(organizationId),
      name: 'Checkout',
      createdBy: null,
      triggers: {
        id: String(id),
        organizationId: String(organizationId),
        logicType: 'any-short',
        conditions: [{ id: '1', ...firstSeen }],
        actions: [],
      },
      actionFilters: [
        {
          id: String(id),
          organizationId: String(organizationId),
          logicType: 'all',
          conditions: [],
          actions: [
            {
              id: '1',
              type: 'email',
              integrationId: null,
              config: { targetType: 'team', targetIdentifier: String(teamId), targetDisplay: 'web' },
              data: {},
              status: 'active',
            },
          ],
        },
      ],
      environment: 'production',
      environments: ['production'],
      config: { frequency: 60 },
      detectorIds: [detectorOfShop],
      enabled: true,
      owner: `team:${teamId}`,
    },
  });
  expect(await query.alertRule(owner, id)).toMatchObject({
    name: 'Checkout',
    trigger: 'new-issue',
    toTeam: true,
    channelIds: [],
    environments: ['production'],
    repeatMs: 3_600_000,
    owner: { kind: 'team', teamId },
  });
  // The command-line client sends the whole answer back.
  const changed = await send('PUT', `${workflows}${id}/`, { ...created.body, name: 'Pay', environment: null });
  expect(changed).toEqual({
    status: 200,
    body: { ...created.body, name: 'Pay', environment: null, environments: [] },
  });
  expect((await send('GET', `${workflows}${id}/`)).body).toEqual(changed.body);
  expect((await send('DELETE', `${workflows}${id}/`)).status).toBe(204);
  expect((await send('GET', `${workflows}${id}/`)).status).toBe(404);
});

const frequency = (type: string, comparison: object) => ({ type, comparison, conditionResult: true });
test.each([
  ['a level', [['level', { match: 'gte', level: 40 }]], 'level:[fatal,error]'],
  ['one level', [['level', { match: 'eq', level: 20 }]], 'level:info'],
  ['levels from below', [['level', { match: 'lte', level: 30 }]], 'level:[debug,info,warning]'],
  ['a priority', [['issue_priority_greater_or_equal', 50]], 'issue.priority:[high,medium]'],
  ['a count', [['issue_occurrences', { value: 10 }]], 'timesSeen:>=10'],
  ['an age', [['age_comparison', { comparisonType: 'newer', time: 'day', value: 2 }]], 'firstSeen:-2d'],
  ['the release', [['latest_release', true]], 'release:latest'],
  ['no assignee', [['assigned_to', { targetType: 'Unassigned', targetIdentifier: '' }]], 'is:unassigned'],
  ['a category', [['issue_category', { value: 1 }]], 'issue.category:error'],
  [
    'a tag',
    [['tagged_event', { key: 'plan', match: 'eq', value: 'team "A" *' }]],
    String.raw`tags[plan]:"team \"A\" \*"`,
  ],
  ['another tag', [['tagged_event', { key: 'plan', match: 'nc', value: 'te' }]], '!tags[plan]:"*te*"'],
  ['a missing tag', [['tagged_event', { key: 'plan', match: 'ns' }]], '!has:tags[plan]'],
  [
    'an attribute',
    [['event_attribute', { attribute: 'http.url', match: 'sw', value: 'https://a' }]],
    'url:"https://a*"',
  ],
  [
    'several',
    [
      ['level', { match: 'eq', level: 50 }],
      ['event_attribute', { attribute: 'user.email', match: 'ew', value: '@acme.com' }],
      ['tagged_event', { key: 'release', match: 'ne', value: '1.0' }],
    ],
    'level:fatal user.email:"*@acme.com" !release:"1.0"',
  ],
  ['a whole search', [['seismo_query', 'plan:team OR level:fatal']], 'plan:team OR level:fatal'],
  ['a search with a known term', [['seismo_query', 'plan:team level:fatal']], 'plan:team level:fatal'],
] as [string, [string, unknown][], string][])('filters are a search of issues: %s', async (_name, list, search) => {
  const conditions = list.map(([type, comparison]) => ({ type, comparison, conditionResult: true }));
  const { body } = await send('POST', workflows, workflow({}, conditions));
  expect(body.actionFilters?.[0].conditions, JSON.stringify(body)).toEqual(
    conditions.map((condition, index) => ({ id: String(index + 1), ...condition })),
  );
  expect((await query.alertRule(owner, Number(body.id))).query).toBe(search);
  await command.deleteAlertRule(owner, Number(body.id));
});

test('an issue with many events or users is a filter without a trigger', async () => {
  const filters = [
    frequency('event_unique_user_frequency_count', { value: 49, interval: '1d', filters: [] }),
    frequency('event_frequency_percent', { value: 20, interval: '1d', comparisonInterval: '1d' }),
    frequency('level', { match: 'eq', level: 50 }),
  ];
  const { body } = await send('POST', workflows, workflow({ triggers: triggers() }, filters));
  expect(await query.alertRule(owner, Number(body.id))).toMatchObject({
    trigger: 'user-frequency',
    condition: { kind: 'frequency', windowMs: 86_400_000, count: 50, increase: 20 },
    query: 'level:fatal',
  });
  expect(body.triggers.conditions).toEqual([]);
  expect(body.actionFilters[0].conditions).toEqual(filters.map((one, index) => ({ id: String(index + 1), ...one })));
  await command.deleteAlertRule(owner, Number(body.id));
});

test('a rule about many issues that Sentry has another name for is read back under one', async () => {
  const resolved = { ...firstSeen, type: 'issue_resolved_trigger' };
  const high = { ...firstSeen, type: 'new_high_priority_issue' };
  const { body } = await send('POST', workflows, workflow({ triggers: triggers(high, resolved) }));
  expect(await query.alertRule(owner, Number(body.id))).toMatchObject({
    trigger: 'new-issue',
    query: 'issue.priority:high',
    reportsResolved: true,
  });
  expect(body.triggers.conditions.map(({ type }: { type: string }) => type)).toEqual([
    'first_seen_event',
    'issue_resolved_trigger',
  ]);
  await command.deleteAlertRule(owner, Number(body.id));
});

test('conditions and recipients without an equal are refused by the name of the field', async () => {
  const before = await query.alertRules(owner, []);
  const filter = (type: string, comparison: unknown) => workflow({}, [{ type, comparison }]);
  const acting = (change: object) =>
    workflow({ actionFilters: [{ logicType: 'all', conditions: [], actions: [{ ...email, ...change }] }] });
  for (const [body, detail] of [
    [workflow({ triggers: triggers({ type: 'every_event' }) }), 'triggers.conditions.0.type: Seismo does not have'],
    [workflow({ triggers: triggers(firstSeen, { type: 'regression_event' }) }), 'triggers.conditions: A rule of'],
    [
      workflow({ triggers: { logicType: 'all', conditions: [firstSeen, { type: 'issue_resolved_trigger' }] } }),
      'triggers.logicType: One of the triggers is enough',
    ],
    [
      workflow({ actionFilters: [{ logicType: 'none', conditions: [], actions: [email] }] }),
      'actionFilters.0.logicType: All conditions of a rule must hold',
    ],
    [workflow({ triggers: triggers() }), 'triggers.conditions: Use one of first_seen_event'],
    [
      workflow({ triggers: triggers({ ...firstSeen, conditionResult: false }) }),
      'triggers.conditions.0.conditionResult:',
    ],
    [filter('percent_sessions_count', { value: 1 }), 'actionFilters.0.conditions.0.type: Seismo does not have'],
    [filter('level', { match: 'eq', level: 45 }), 'actionFilters.0.conditions.0.comparison.level: Use 50'],
    [filter('level', { match: 'eq', level: 50, more: 1 }), 'actionFilters.0.conditions.0.comparison: Unknown field'],
    [filter('assigned_to', { targetType: 'Team', targetIdentifier: 1 }), 'comparison.targetType: Use the condition'],
    [filter('seismo_query', 'unheard_of('), 'actionFilters.0.conditions: This "(" is not closed'],
    [
      workflow({ triggers: triggers() }, [frequency('event_frequency_count', { value: 9, interval: '1w' })]),
      'interval: Use one of 5m, 15m, 1h, 4h, 1d',
    ],
    [workflow({ config: { frequency: 0 } }), 'config.frequency: At least 5 minutes.'],
    [workflow({ detectorIds: [] }), 'detectorIds: Name one detector'],
    [workflow({ detectorIds: ['999'] }), 'detectorIds: No detector has the ID 999'],
    [workflow({ owner: 'web' }), 'owner: Use user:ID or team:ID.'],
    [acting({ config: { targetType: 'user', targetIdentifier: '1' } }), 'actionFilters.0.actions.0.config.targetType:'],
    [acting({ data: { fallthroughType: 'NoOne' } }), 'actionFilters.0.actions.0.data.fallthroughType:'],
    [
      acting({ type: 'jira', config: {} }),
      'actionFilters.0.actions.0.config.targetIdentifier: Use the ID of a channel',
    ],
    [acting({ ...toChannel, type: 'discord' }), 'actionFilters.0.actions.0.type: The channel'],
  ] as [object, string][]) {
    const { status, body: answer } = await send('POST', workflows, body);
    expect([status, answer.detail]).toEqual([400, expect.stringContaining(detail)]);
  }
  expect(await query.alertRules(owner, [])).toEqual(before);
});

test('email of a project without teams goes to the owners, and to all teams of others', async () => {
  const other = await command.createProject(owner, { slug: 'blog', name: 'Blog', platform: 'node' });
  const [rule] = await query.alertRules(owner, ['blog']);
  const url = `${workflows}${rule!.id}/`;
  const { body } = await send('GET', url);
  const config = { targetType: 'organization_owners', targetIdentifier: null, targetDisplay: null };
  expect(body.actionFilters[0].actions).toEqual([expect.objectContaining({ type: 'email', config })]);
  expect((await send('PUT', url, body)).status).toBe(200);
  await command.createTeam(owner, { slug: 'api', name: 'API' });
  for (const slug of ['web', 'api']) await command.setTeamProject(owner, slug, 'blog', true);
  const actions = [email];
  const answer = await send('PUT', url, { actionFilters: [{ ...body.actionFilters[0], actions }] });
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('(api)')]);
  await command.deleteProject(owner, other.slug, other.slug);
});

test('a trigger that Sentry lacks is visible, and stays when a client sends it back', async () => {
  const [first] = await query.alertRules(owner, ['shop']);
  const { body } = await send('GET', `${workflows}${first!.id}/`);
  expect(body.triggers.conditions).toEqual([
    { id: '1', type: 'seismo_first_issue', comparison: true, conditionResult: true },
  ]);
  const condition = { kind: 'release' as const, ratings: ['bad'] };
  const id = await command.createAlertRule(owner, 'shop', {
    name: 'Release',
    trigger: 'release' as never,
    condition: condition as never,
  });
  const url = `${workflows}${id}/`;
  const release = (await send('GET', url)).body;
  expect(release.triggers.conditions[0]).toMatchObject({ type: 'seismo_release', comparison: condition });
  expect((await send('PUT', url, { ...release, name: 'Verdict' })).body).toEqual({ ...release, name: 'Verdict' });
  const changed = await send('PUT', url, { ...release, triggers: triggers(firstSeen) });
  expect([changed.status, changed.body.detail]).toEqual([
    400,
    expect.stringMatching(/^triggers: This API cannot change/),
  ]);
  await command.deleteAlertRule(owner, id);
});

test('a detector of metric_issue is a rule about a metric with the same ID', async () => {
  const created = await createMetric({ enabled: true, description: null, owner: null });
  const id = Number(created.body.id);
  const source = {
    dataset: 'events',
    aggregate: 'count()',
    eventTypes: ['default', 'error'],
    query: '',
    queryType: 0,
    timeWindow: 300,
    environment: null,
    environments: [],
    extrapolationMode: 'unknown',
  };
  expect(created).toMatchObject({
    status: 201,
    body: {
      projectId: String(shop.id),
      type: 'metric_issue',
      workflowIds: [],
      owner: null,
      dataSources: [{ type: 'snuba_query_subscription', queryObj: { snubaQuery: source } }],
      conditionGroup: {
        logicType: 'any',
        conditions: [
          { type: 'gt', comparison: 500, conditionResult: 75 },
          { type: 'lte', comparison: 500, conditionResult: 0 },
        ],
      },
      config: { detectionType: 'static', firesWithoutData: false, reportsEnd: true, reminderMinutes: null },
      enabled: true,
    },
  });
  expect(await query.alertRule(owner, id)).toMatchObject({
    trigger: 'metric',
    toTeam: false,
    condition: { metric: 'events', windowMs: 300_000, direction: 'above', critical: 500, warning: null, resolve: null },
  });
  const change = {
    dataSources: [
      { dataset: 'metrics', aggregate: 'percentage(sessions_crashed,sessions)', timeWindow: 3600, environment: 'prod' },
    ],
    conditionGroup: {
      conditions: [
        { type: 'lt', comparison: 20, conditionResult: 75 },
        { type: 'lt', comparison: 10, conditionResult: 50 },
        { type: 'gte', comparison: 5, conditionResult: 0 },
      ],
    },
    config: { detectionType: 'percent', comparisonDelta: 604_800, reminderMinutes: 60 },
  };
  const changed = await send('PUT', `${detectors}${id}/`, { ...change, enabled: false });
  expect(changed).toMatchObject({
    status: 200,
    body: { enabled: false, config: change.config, conditionGroup: change.conditionGroup },
  });
  expect(await query.alertRule(owner, id)).toMatchObject({
    environments: ['prod'],
    condition: {
      kind: 'metric',
      metric: 'crash-free-sessions',
      windowMs: 3_600_000,
      comparison: 'week-before',
      direction: 'below',
      critical: 20,
      warning: 10,
      resolve: 5,
      reminderMs: 3_600_000,
    },
  });
  expect((await send('DELETE', `${detectors}${id}/`)).status).toBe(204);
  expect((await send('GET', `${detectors}${id}/`)).status).toBe(404);
});

const spans = { dataset: 'events_analytics_platform', aggregate: 'sum(bytes)' };

test('a rule about spans is a detector of the dataset of spans', async () => {
  const source = {
    dataset: 'events_analytics_platform',
    aggregate: 'p95(span.duration)',
    eventTypes: ['trace_item_span'],
    query: 'span.op:http.server',
    queryType: 1,
    timeWindow: 3600,
  };
  const { status, body } = await createMetric({}, source);
  expect(status).toBe(201);
  expect(body.dataSources[0].queryObj.snubaQuery).toMatchObject(source);
  const id = Number(body.id);
  expect(await query.alertRule(owner, id)).toMatchObject({
    query: 'span.op:http.server',
    when: 'p95(span.duration) of spans above 500 ms in 1 hour',
    condition: { metric: 'spans', aggregate: 'p95(span.duration)', windowMs: 3_600_000, critical: 500 },
  });
  // Sent back as it was read, it stays as it is.
  const before = await query.alertRule(owner, id);
  const { dataSources, conditionGroup, config } = body;
  const { snubaQuery } = dataSources[0].queryObj;
  const { id: _, ...read } = snubaQuery;
  const sentBack = { dataSources: [read], conditionGroup, config };
  expect((await send('PUT', `${detectors}${id}/`, sentBack)).status).toBe(200);
  expect(await query.alertRule(owner, id)).toEqual(before);
  // Another dataset leaves no aggregate behind.
  const events = { dataset: 'events', aggregate: 'count()', timeWindow: 3600 };
  expect((await send('PUT', `${detectors}${id}/`, { dataSources: [events] })).status).toBe(200);
  expect((await query.alertRule(owner, id)).condition).not.toHaveProperty('aggregate');
  await command.deleteAlertRule(owner, id);
});

test('a failure rate is from 0 to 1 in the API, and its change in percent', async () => {
  const conditions = [
    { type: 'gt', comparison: 0.07, conditionResult: 75 },
    { type: 'gt', comparison: 0.05, conditionResult: 50 },
    { type: 'lte', comparison: 0.05, conditionResult: 0 },
  ];
  const source = { ...spans, aggregate: 'failure_rate()' };
  const { body } = await createMetric({ conditionGroup: { conditions } }, source);
  const id = Number(body.id);
  const { condition, when } = await query.alertRule(owner, id);
  expect(condition).toMatchObject({ critical: 7, warning: 5, resolve: null });
  expect(when).toBe('Failed share of spans above 7% in 5 minutes');
  expect(body.conditionGroup.conditions).toMatchObject(conditions);
  const older = await send('GET', `/organizations/acme/alert-rules/${id}/`);
  expect(older.body).toMatchObject({
    resolveThreshold: 0.05,
    triggers: [{ alertThreshold: 0.07 }, { alertThreshold: 0.05 }],
  });
  const rise = [{ type: 'gt', comparison: 50, conditionResult: 75 }];
  await send('PUT', `${detectors}${id}/`, {
    config: { detectionType: 'percent', comparisonDelta: 300 },
    conditionGroup: { conditions: rise },
  });
  expect((await query.alertRule(owner, id)).condition).toMatchObject({ comparison: 'before', critical: 50 });
  await command.deleteAlertRule(owner, id);
});

test('metrics without an equal are refused by the name of the field', async () => {
  const threshold = (type: string, comparison: unknown, conditionResult = 75) => ({
    type,
    comparison,
    conditionResult,
  });
  const group = (...conditions: object[]) => ({ conditionGroup: { conditions } });
  for (const [change, source, detail] of [
    [{}, { dataset: 'generic_metrics' }, 'dataSources.0.dataset: Seismo does not measure'],
    [{}, { ...spans, eventTypes: ['trace_item_log'] }, 'dataSources.0.eventTypes: Use ["trace_item_span"]'],
    [{}, { ...spans, queryType: 0 }, 'dataSources.0.queryType: Use 1'],
    [{}, { ...spans, aggregate: 'apdex(300)' }, 'dataSources.0.aggregate: Use one of count(), epm(), '],
    [{}, { ...spans, aggregate: 'p95(span.op)' }, 'dataSources.0.aggregate: p95(span.op): Seismo cannot calculate'],
    [{}, { ...spans, aggregate: 'min(timestamp)' }, 'dataSources.0.aggregate: A time has no threshold.'],
    [{}, { ...spans, query: 'span.duration:x' }, 'dataSources.0.query: "span.duration:" needs a duration'],
    [{}, { ...spans, query: 'Bytes:1' }, 'Use either Bytes or bytes'],
    [{}, { aggregate: 'p95(span.duration)' }, 'dataSources.0.aggregate: Seismo does not measure'],
    [{}, { timeWindow: 600 }, 'dataSources.0.timeWindow: Use one of 300, 900, 3600, 14400, 86400 seconds.'],
    [{}, { eventTypes: ['transaction'] }, 'dataSources.0.eventTypes: Use'],
    [{}, { queryType: 1 }, 'dataSources.0.queryType: Use 0'],
    [{}, { query: 'a:(' }, 'dataSources.0.query: This "(" is not closed'],
    [group(threshold('eq', 1)), {}, 'conditionGroup.conditions.0.type: Use gt, gte, lt or lte.'],
    [group(threshold('gte', 1)), {}, 'is gt; a value that is equal'],
    [group(threshold('gt', 1, 0)), {}, 'conditionGroup.conditions: Add a condition with the result 75.'],
    [group(threshold('gt', { sensitivity: 'low' })), {}, 'conditionGroup.conditions.0.comparison:'],
    [{ config: { detectionType: 'dynamic' } }, {}, 'config.detectionType: Use static or percent.'],
    [{ config: { detectionType: 'percent', comparisonDelta: 60 } }, {}, 'config.comparisonDelta: Use 300'],
    [{ workflowIds: ['1'] }, {}, 'workflowIds: A metric has an alert of its own. It has none'],
    [{ projectId: '999' }, {}, 'projectId: It is that of the path'],
    [{ description: 'x' }, {}, 'description: Seismo does not have this setting.'],
    [{ type: 'uptime_domain_failure' }, {}, 'type: Use metric_issue.'],
    [{ config: { detectionType: 'static', reminderMinutes: 1 } }, {}, 'config.reminderMinutes: At least 5 minutes.'],
    [group(threshold('gt', 5), threshold('gt', 9, 50)), {}, 'conditionGroup.conditions: The warning must come before'],
  ] as [object, object, string][]) {
    const { status, body } = await createMetric(change, source);
    expect([status, body.detail]).toEqual([400, expect.stringContaining(detail)]);
  }
});

test('the alert of a metric is a workflow of its detector, which has the recipients', async () => {
  const { body: detector } = await createMetric();
  const url = `${workflows}${detector.id}/`;
  expect((await send('GET', url)).status).toBe(404);
  const sent = workflow({
    name: 'Errors',
    detectorIds: [detector.id],
    triggers: triggers(),
    actionFilters: [{ conditions: [], actions: [toChannel] }],
  });
  const refused = await send('POST', workflows, { ...sent, name: 'Other' });
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('name of its detector: Errors')]);
  const created = await send('POST', workflows, sent);
  expect(created).toMatchObject({ status: 201, body: { id: detector.id, detectorIds: [detector.id] } });
  expect((await send('GET', `${detectors}${detector.id}/`)).body.workflowIds).toEqual([detector.id]);
  expect(await query.alertRule(owner, Number(detector.id))).toMatchObject({ channelIds: [slack], toTeam: false });
  expect((await send('POST', workflows, sent)).status).toBe(409);
  expect((await send('PUT', url, created.body)).body).toEqual(created.body);
  expect((await send('PUT', url, { ...created.body, triggers: triggers(firstSeen) })).status).toBe(400);
  expect((await send('DELETE', url)).status).toBe(204);
  expect((await send('GET', url)).status).toBe(404);
  expect((await send('DELETE', `${detectors}${detector.id}/`)).status).toBe(204);
});

test('lists are filtered by project, ID, type and name, and paged', async () => {
  const { body: detector } = await createMetric();
  const names = async (path: string) => ((await send('GET', path)).body as { name: string }[]).map(({ name }) => name);
  const all = (await query.alertRules(owner, ['shop'])).filter(({ id }) => String(id) !== detector.id);
  const allNames = all.map(({ name }) => name);
  expect(await names(`${workflows}?project=${shop.id}`)).toEqual(allNames);
  expect(await names(`${workflows}?projectSlug=shop&sortBy=-id&per_page=2`)).toEqual(allNames.toReversed().slice(0, 2));
  expect(await names(`${workflows}?project=shop&query=${encodeURIComponent('name:"*ESC*"')}`)).toEqual(['Escalation']);
  expect(await names(`${workflows}?query=issue&detector=${detectorOfShop}&sortBy=name`)).toEqual([
    'First issue',
    'New high-priority issue',
  ]);
  const [first] = all;
  expect(await names(`${workflows}?id=${first!.id}`)).toEqual(['First issue']);
  expect(await names(`${detectors}?query=type:metric_issue`)).toEqual(['Errors']);
  expect(await names(`${detectors}?project=shop&query=type:issue_stream`)).toEqual(['Issues']);
  expect((await send('GET', `${detectors}?query=assignee:me`)).status).toBe(400);
  expect((await send('GET', `${workflows}?project=unheard-of`)).status).toBe(404);
  const { body } = await send('GET', `${detectors}${detectorOfShop}/`);
  expect(body).toMatchObject({
    type: 'error',
    projectSlug: 'shop',
    workflowIds: expect.arrayContaining([String(first!.id)]),
  });
  expect((await send('DELETE', `${detectors}${detectorOfShop}/`)).status).toBe(400);
  await command.deleteAlertRule(owner, Number(detector.id));
});

test('a metric is read in the older form, too', async () => {
  const { body: detector } = await createMetric({}, { environment: 'production', query: 'level:fatal' });
  const { body } = await send('GET', `/organizations/acme/alert-rules/${detector.id}/`);
  expect(body).toEqual({
    id: detector.id,
    name: 'Errors',
    status: 0,
    dataset: 'events',
    aggregate: 'count()',
    eventTypes: ['default', 'error'],
    query: 'level:fatal',
    queryType: 0,
    environment: 'production',
    environments: ['production'],
    timeWindow: 5,
    detectionType: 'static',
    comparisonDelta: null,
    thresholdType: 0,
    resolveThreshold: 500,
    triggers: [
      {
        id: `${detector.id}-critical`,
        label: 'critical',
        thresholdType: 0,
        alertThreshold: 500,
        resolveThreshold: 500,
        actions: [],
      },
    ],
    projects: ['shop'],
    owner: null,
  });
  for (const path of [
    '/projects/acme/shop/alert-rules/',
    `/organizations/acme/alert-rules/?project=${shop.id}`,
    '/organizations/acme/combined-rules/?name=err&alertType=alert_rule',
  ]) {
    expect((await send('GET', path)).body).toEqual([body]);
  }
  expect((await send('GET', '/organizations/acme/combined-rules/?name=other')).body).toEqual([]);
  const [first] = await query.alertRules(owner, ['shop']);
  expect((await send('GET', `/organizations/acme/alert-rules/${first!.id}/`)).status).toBe(404);
  await command.deleteAlertRule(owner, Number(detector.id));
});

const rules = '/projects/acme/shop/rules/';
const older = 'sentry.rules';
const firstSeenId = `${older}.conditions.first_seen_event.FirstSeenEventCondition`;
const toTeam = { id: 'sentry.mail.actions.NotifyEmailAction', targetType: 'Team', targetIdentifier: String(teamId) };
const toSlack = {
  id: 'sentry.integrations.slack.notify_action.SlackNotifyServiceAction',
  workspace: String(slack),
  channel_id: String(slack),
  channel: '#web',
};

test('a rule in the older form is read back as it was written', async () => {
  const sent = {
    name: 'Older',
    actionMatch: 'any',
    filterMatch: 'all',
    frequency: 30,
    projects: ['shop'],
    conditions: [{ id: firstSeenId }],
    filters: [
      { id: `${older}.filters.level.LevelFilter`, match: 'gte', level: '40' },
      { id: `${older}.filters.age_comparison.AgeComparisonFilter`, comparison_type: 'older', time: 'hour', value: 3 },
      { id: `${older}.filters.tagged_event.TaggedEventFilter`, key: 'plan', match: 'eq', value: 'team' },
      { id: `${older}.filters.latest_release.LatestReleaseFilter` },
    ],
    actions: [toTeam, toSlack],
  };
  const created = await send('POST', rules, sent);
  expect(created).toMatchObject({ status: 201, body: { ...sent, status: 'active', environment: null, owner: null } });
  const url = `${rules}${created.body.id}/`;
  expect(await query.alertRule(owner, Number(created.body.id))).toMatchObject({
    trigger: 'new-issue',
    query: 'level:[fatal,error] firstSeen:+3h tags[plan]:"team" release:latest',
    toTeam: true,
    channelIds: [slack],
  });
  const frequent = {
    id: `${older}.conditions.event_frequency.EventFrequencyCondition`,
    comparisonType: 'count',
    value: 99,
    interval: '1h',
  };
  const changed = await send('PUT', url, { ...sent, conditions: [frequent], status: 'disabled', environment: 'prod' });
  expect(changed).toMatchObject({
    status: 200,
    body: { conditions: [frequent], filters: sent.filters, status: 'disabled', environment: 'prod' },
  });
  expect(await query.alertRule(owner, Number(created.body.id))).toMatchObject({
    trigger: 'event-frequency',
    condition: { count: 100, windowMs: 3_600_000, increase: null },
  });
  const more = { ...frequent, comparisonType: 'percent', value: 50, comparisonInterval: '1h' };
  const both = { conditions: [frequent, more], actionMatch: 'all' };
  expect(await send('PUT', url, both)).toMatchObject({ status: 200, body: both });
  expect((await send('PUT', url, { ...both, actionMatch: 'any' })).body.detail).toBe(
    'actionMatch: Use all for these conditions.',
  );
  expect((await send('PUT', url, changed.body)).body).toEqual(changed.body);
  expect((await send('GET', url)).body).toEqual(changed.body);
  expect((await send('GET', rules)).body).toContainEqual(changed.body);
  expect((await send('GET', url.replace('shop', 'blog'))).status).toBe(404);
  expect((await send('DELETE', url)).status).toBe(202);
  expect((await send('GET', url)).status).toBe(404);
});

test('every rule survives that it is sent back in the older form', async () => {
  for (const { id } of await query.alertRules(owner, ['shop'])) {
    const before = await query.alertRule(owner, id);
    const { body } = await send('GET', `${rules}${id}/`);
    expect(await send('PUT', `${rules}${id}/`, body)).toEqual({ status: 200, body });
    expect(await query.alertRule(owner, id)).toEqual(before);
  }
});

test('what the older form has without an equal is refused by the name of the field', async () => {
  const body = { name: 'Older', conditions: [{ id: firstSeenId }], actions: [toTeam] };
  for (const [change, detail] of [
    [
      { conditions: [{ id: `${older}.conditions.every_event.EveryEventCondition` }] },
      'conditions.0.type: Seismo does not have',
    ],
    [{ conditions: [{ id: firstSeenId, more: 1 }] }, 'has no such field'],
    [
      { filters: [{ id: `${older}.filters.issue_severity.IssueSeverityFilter`, value: 1 }] },
      'filters.0.type: Seismo does not have',
    ],
    [{ filters: [{ id: 'level' }, { id: 'level' }], filterMatch: 'any' }, 'filterMatch: All filters'],
    [{ actions: [{ ...toSlack, channel: '#other' }] }, 'actions.0.config.targetDisplay: The channel'],
    [{ actions: [{ ...toSlack, tags: 'browser' }] }, 'actions.0.tags: A channel has no such setting.'],
    [{ actions: [{ ...toSlack, workspace: '99' }] }, 'actions.0.channel_id: Both are the ID'],
    [{ actions: [{ id: `${older}.actions.notify_event.NotifyEventAction` }] }, 'Use the ID of a channel'],
    [{ projects: ['blog'] }, 'projects: A rule belongs to one project: shop.'],
    [{ frequency: 1 }, 'frequency: At least 5 minutes.'],
  ] as [object, string][]) {
    const answer = await send('POST', rules, { ...body, ...change });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(detail)]);
  }
});
