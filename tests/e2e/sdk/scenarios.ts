import { inBrowser } from './browser.ts';
import { sendEventByCli } from './cli.ts';
import { runNextApp } from './next-app.ts';
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

/** What the app's own server half says of itself, whichever way it failed. */
const nextServer = { side: 'server', release: 'e2e-next@1.0.0', environment: 'e2e' };

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
  {
    name: 'nextjs',
    platform: 'javascript-nextjs',
    run: runNextApp,
    expected: [
      {
        title: "TypeError: Cannot read properties of undefined (reading 'price')",
        level: 'error',
        culprit: '/',
        functions: ['chooseSeat', 'seatPrice'],
        exceptions: ['TypeError'],
        handled: false,
        tags: { side: 'client', release: 'e2e-next@1.0.0', environment: 'e2e' },
        user: { id: 'u-5', email: 'eva@mail.example' },
        breadcrumbs: ['ui.click'],
      },
      {
        title: 'RangeError: The timetable has no such day',
        level: 'error',
        culprit: 'GET /server-throw',
        functions: ['Page', 'loadTimetable'],
        exceptions: ['RangeError'],
        handled: false,
        tags: nextServer,
        user: {},
        breadcrumbs: [],
      },
      {
        title: 'SyntaxError: The ticket is empty',
        level: 'error',
        culprit: 'POST /api/fail',
        functions: ['readTicket'],
        exceptions: ['SyntaxError'],
        handled: false,
        tags: nextServer,
        user: {},
        breadcrumbs: [],
      },
      {
        title: 'Error: Seat 14C is already booked',
        level: 'error',
        culprit: 'POST /action',
        functions: ['bookSeat'],
        exceptions: ['Error'],
        handled: false,
        tags: nextServer,
        user: {},
        breadcrumbs: [],
      },
    ],
  },
];
