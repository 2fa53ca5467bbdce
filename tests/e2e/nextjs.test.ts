import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Project } from './running-server.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { buildNextApp, useNextApp, type NextBuild } from './sdk/next-app.ts';
import { reportedIssues } from './sdk/reported.ts';
import type { ExpectedIssue } from './sdk/scenario.ts';
import { framesOf } from './uploads/frames.ts';

const bundlers = ['turbopack', 'webpack'] as const satisfies NextBuild['bundler'][];

const apps = new Map<string, { project: Project; built: Promise<void> }>();

const { server, browser } = await serverAndBrowser();
const folder = await mkdtemp(join(tmpdir(), 'seismo-nextjs-'));
// The tools cache an organization's server by its slug, which must not outlive a run.
process.env['SENTRY_CONFIG_DIR'] = folder;
const authToken = await server.createToken('org:ci');
for (const bundler of bundlers) {
  const project = await server.createProject(bundler, 'javascript-nextjs');
  // Both builds run at once: webpack uses little more than one core.
  const built = buildNextApp({ bundler, url: server.url, project: bundler, authToken });
  built.catch(() => {});
  apps.set(bundler, { project, built });
}

afterAll(async () => {
  await Promise.allSettled([...apps.values()].map(({ built }) => built));
  await rm(folder, { recursive: true, force: true });
});

/** Attributes of every error that the app's server half reports. */
const onServer = {
  level: 'error' as const,
  handled: false,
  tags: { side: 'server', release: 'e2e-next@1.0.0', environment: 'e2e' },
  user: {},
  breadcrumbs: [],
};

/** `written`: the in-app frames in the original source, the throwing function last; `at`: the code at the column. */
const expected: (ExpectedIssue & { written: string[]; at: RegExp })[] = [
  {
    title: 'Error: Seat 14C is already booked',
    culprit: 'POST /action',
    functions: ['bookSeat'],
    exceptions: ['Error'],
    ...onServer,
    written: ['app/action/book-seat.js:4 bookSeat'],
    at: /^(?:new )?Error\(`Seat/,
  },
  {
    title: 'RangeError: The timetable has no such day',
    culprit: 'GET /server-throw',
    functions: ['Page', 'loadTimetable'],
    exceptions: ['RangeError'],
    ...onServer,
    written: ['app/server-throw/page.jsx:7 Page', 'app/server-throw/page.jsx:3 loadTimetable'],
    at: /^(?:new )?RangeError\(/,
  },
  {
    title: 'SyntaxError: The ticket is empty',
    culprit: 'POST /api/fail',
    functions: ['POST', 'readTicket'],
    exceptions: ['SyntaxError'],
    ...onServer,
    written: ['app/api/fail/route.js:7 POST', 'app/api/fail/route.js:2 readTicket'],
    at: /^(?:new )?SyntaxError\(/,
  },
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
    written: ['app/page.jsx:10 chooseSeat', 'app/page.jsx:6 seatPrice'],
    at: /^price;/,
  },
];

/** With webpack, the SDK wraps pages and names the culprit itself. */
const wrapped: Record<string, { culprit: string }> = {
  'RangeError: The timetable has no such day': { culprit: 'Page Server Component (/server-throw)' },
};

test.each(bundlers)(
  'an app that %s builds and uploads reports what fails anywhere in it, with the lines that were written',
  { timeout: 600_000 },
  async (bundler) => {
    const { project, built } = apps.get(bundler)!;
    await built;
    await useNextApp(browser, bundler, project.dsn);
    const issues = expected.map(({ written: _written, at: _at, ...issue }) => ({
      ...issue,
      ...(bundler === 'webpack' && wrapped[issue.title]),
    }));
    const reported = async () =>
      (await reportedIssues(server, bundler, issues)).toSorted((one, other) => one.title.localeCompare(other.title));
    await expect.poll(reported, { interval: 250 }).toEqual(issues);

    const listed = await server.get<{ id: string; title: string }[]>(`/api/0/projects/main/${bundler}/issues/`);
    for (const { title, written, at } of expected) {
      const found = await framesOf(server, listed.find((issue) => issue.title === title)!.id);
      const places = found.inApp.map((frame) => frame.replace(/^.*?(?=app\/)/, '').replace(/:\d+ /, ' '));
      expect.soft(places, title).toEqual(written);
      expect.soft(found.at, title).toMatch(at);
    }
    // Frames that stay unmapped have no source map that anyone could upload.
    const check = await server.get<{ mapped: number; unmapped: number; errors: object[] }>(
      `/api/0/projects/main/${bundler}/source-map-check/`,
    );
    expect.soft(check.errors).toEqual([]);
    expect(check.mapped).toBeGreaterThan(8);
  },
);
