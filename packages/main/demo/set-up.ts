import { defaultLimits } from '@seismo/server/parts';
import { HOUR_MS } from './plan.ts';
import { people, teams } from './users.ts';
import type { Shop } from './shop.ts';

const filters = {
  browserExtensions: true,
  resizeObserver: true,
  scriptError: true,
  nextControlFlow: true,
  crawlers: true,
  localhost: false,
  legacyBrowsers: {},
  messages: [],
  releases: [],
  addresses: [],
};

const webGrouping = {
  fingerprintRules:
    '# Group all currency errors into one issue.\nerror.type:RangeError value:"*currency*" -> currency-code title="Prices in an unknown currency"\n',
  stackRules: '# Every request goes through here, so group by the caller.\npath:**/src/api.ts -group\n',
};

const apiGrouping = {
  fingerprintRules:
    'error.type:InventoryUnavailable -> inventory-unreachable title="Inventory service not responding"\n',
  stackRules: '',
};

const webOwners = `# As in CODEOWNERS, the last matching rule applies.
path:*src/catalog/*          ${people.ines.email}
path:*src/account/*          ${people.ines.email}
path:*src/checkout/*         #checkout
path:*src/returns/*          #checkout
`;

const apiOwners = `path:*src/orders/*           ${people.jonas.email}
path:*src/payments/*         #checkout
path:*src/shipping/*         #platform
path:*src/inventory/*        #platform
`;

const paymentsFail = {
  kind: 'metric',
  metric: 'events',
  windowMs: 4 * HOUR_MS,
  comparison: 'value',
  direction: 'above',
  critical: 8,
  warning: 4,
  resolve: null,
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: null,
} as const;

/** Keeps a share of its traces, because jobs are many and alike. */
export const sampledProject = 'shop-worker';
const workerLimits = { ...defaultLimits, traceShare: 0.25, slowTraceMs: 5000 };

/** Teams, rules and searches, as they were before the story begins. */
export async function setUpShop({ command, as }: Shop): Promise<void> {
  const mira = await as('mira');
  for (const { slug, name, members } of teams) {
    await command.createTeam(mira, { slug, name });
    for (const member of members) await command.setTeamMember(mira, slug, (await as(member)).userId!, true);
  }
  await command.saveConfiguration(mira, 'shop-web', 'grouping', webGrouping, null);
  await command.saveConfiguration(mira, 'shop-api', 'grouping', apiGrouping, null);
  await command.saveConfiguration(mira, 'shop-web', 'ownership', { rules: webOwners, assigns: true }, null);
  await command.saveConfiguration(mira, 'shop-api', 'ownership', { rules: apiOwners, assigns: true }, null);
  const keepHalf = { samplePercent: 50, levels: ['info'], releases: [], environments: [], transactions: [] };
  await command.saveConfiguration(mira, 'shop-worker', 'filters', { ...filters, sampling: [keepHalf] }, null);
  await command.saveConfiguration(mira, sampledProject, 'limits', workerLimits, null);
  const searches = [
    {
      list: 'issues',
      name: 'Checkout, unresolved',
      query: 'is:unresolved assigned:#checkout',
      sort: 'events',
      shared: true,
    },
    {
      list: 'issues',
      name: 'New or regressed',
      query: 'is:unresolved (is:new OR is:regressed)',
      sort: 'first-seen',
      shared: true,
    },
  ] as const;
  for (const search of searches) await command.saveSearch(mira, null, search);
  const mine = {
    list: 'issues',
    name: 'On phones',
    query: 'is:unresolved device.family:[iPhone,Pixel*]',
    sort: 'last-seen',
    shared: false,
  } as const;
  await command.saveSearch(await as('demo'), null, mine);
  await command.createAlertRule(mira, 'shop-web', {
    name: 'Payments fail',
    trigger: 'metric',
    query: '"All promises were rejected"',
    condition: paymentsFail,
  });
  await command.createMaintenanceWindow(mira, {
    name: 'Database maintenance',
    projectIds: null,
    times: { kind: 'weekly', schedule: { timeZone: 'Europe/Berlin', days: [7], from: '03:00', to: '04:00' } },
  });
}
