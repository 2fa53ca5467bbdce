import { inBrowser } from './browser.ts';
import { sendEventByCli } from './cli.ts';
import { inNode } from './program.ts';
import type { ExpectedIssue, Scenario } from './scenario.ts';

const emptyBasket: ExpectedIssue = {
  title: 'RangeError: The basket is empty',
  level: 'error',
  culprit: 'basketTotal',
  functions: ['checkOut', 'basketTotal'],
  exceptions: ['RangeError'],
  handled: false,
  tags: { page: 'basket', release: 'e2e-browser@1.0.0', environment: 'e2e' },
  user: { id: 'u-1', email: 'ana@mail.example' },
  breadcrumbs: ['check-out pressed'],
};

export const scenarios: Scenario[] = [
  {
    name: 'browser-direct',
    platform: 'javascript',
    run: inBrowser({ page: 'browser-v11.ts' }),
    expected: [emptyBasket],
  },
  {
    name: 'browser-tunnel',
    platform: 'javascript',
    run: inBrowser({ page: 'browser-v11.ts', tunnel: '/monitoring' }),
    expected: [emptyBasket],
  },
  {
    name: 'browser-v7',
    platform: 'javascript',
    run: inBrowser({ page: 'browser-v7.ts' }),
    expected: [emptyBasket],
  },
  {
    name: 'react-boundary',
    platform: 'javascript-react',
    run: inBrowser({ page: 'react-v11.tsx' }),
    expected: [
      {
        title: "TypeError: Cannot read properties of undefined (reading 'name')",
        level: 'error',
        culprit: 'cityOf',
        functions: ['AddressCard', 'cityOf'],
        exceptions: ['React ErrorBoundary TypeError', 'TypeError'],
        handled: true,
        tags: { boundary: 'address', release: 'e2e-react@1.0.0', environment: 'e2e' },
        user: { id: 'u-2', email: 'ben@mail.example' },
        breadcrumbs: ['ui.click'],
      },
    ],
  },
  {
    name: 'node-crash',
    platform: 'node',
    run: inNode('node-v11.ts', 1),
    expected: [
      {
        title: 'Error: Row 3 could not be imported',
        level: 'fatal',
        culprit: 'importRow',
        functions: ['importRow'],
        exceptions: ['SyntaxError', 'Error'],
        handled: false,
        tags: { job: 'import', server_name: 'e2e', release: 'e2e-node@1.0.0', environment: 'e2e' },
        user: { id: 'u-3', email: 'carla@mail.example' },
        breadcrumbs: ['row 3 read'],
      },
    ],
  },
  {
    name: 'node-v7',
    platform: 'node',
    run: inNode('node-v7.ts', 0),
    expected: [
      {
        title: "TypeError: Cannot read properties of null (reading 'length')",
        level: 'error',
        culprit: 'writeReport',
        functions: ['writeReport'],
        exceptions: ['TypeError'],
        handled: true,
        tags: { job: 'export', server_name: 'e2e', release: 'e2e-node@1.0.0', environment: 'e2e' },
        user: { id: 'u-4', email: 'daniel@mail.example' },
        breadcrumbs: ['report opened'],
      },
    ],
  },
  {
    name: 'cli-send-event',
    platform: 'other',
    run: sendEventByCli,
    expected: [
      {
        title: 'Migration took too long',
        level: 'warning',
        culprit: null,
        functions: [],
        exceptions: [],
        handled: null,
        tags: { step: 'migrate', release: 'e2e-cli@1.0.0', environment: 'e2e' },
        user: { email: 'eva@mail.example' },
        breadcrumbs: [],
      },
    ],
  },
];
