import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, expect, test, type TestContext } from 'vitest';
import { snapshotFolder, chromiumFile, snapshotPath } from './snapshot-files.ts';
import { compare, PIXELS_MAX } from './picture.ts';
import { openFixture, shotNames, shots, type Shot } from './fixture.ts';
import { pagesWithoutView, views } from './views.ts';

/** A late paint may follow: takes this many screenshots before it reports a difference. */
const TRIES = 4;
const PAUSE_MS = 250;

const root = join(import.meta.dirname, '../..');
const failed = join(import.meta.dirname, 'failed');

const [fixture, snapshotChromium] = await Promise.all([
  openFixture(),
  readFile(chromiumFile, 'utf8').then((text) => text.trim()),
]);
await rm(failed, { recursive: true, force: true });

/** The paths of the views. */
const opened: string[] = [];

afterAll(() => fixture[Symbol.asyncDispose]());

/** Another browser version renders text a little differently. */
function skipOnOtherBrowser({ skip }: TestContext): void {
  if (fixture.chromium !== snapshotChromium)
    skip(`The snapshots are from ${snapshotChromium}, this is ${fixture.chromium}`);
}

async function differenceOf({ name, take }: Shot): Promise<string | null> {
  const stored = await readFile(snapshotPath(name));
  for (let left = TRIES; ; left -= 1) {
    const taken = await take();
    const { pixels, difference } = await compare(stored, taken);
    if (pixels <= PIXELS_MAX) return null;
    if (left > 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      continue;
    }
    await mkdir(failed, { recursive: true });
    const paths = [`${name}.png`, `${name}.difference.png`].map((file) => join(failed, file));
    await Promise.all([writeFile(paths[0]!, taken), writeFile(paths[1]!, difference)]);
    const [actual, seen] = paths.map((path) => relative(root, path));
    return `${name}: ${pixels} pixels differ. See ${actual} and the difference in ${seen}. If the change is intended: npm run snapshots.`;
  }
}

const row = `document.querySelectorAll('tbody tr')[2].style`;
const ink = `document.documentElement.style`;
const changes = [
  [`${row}.transform = 'translateY(4px)'`, `${row}.transform = ''`],
  [`${ink}.setProperty('--accent', 'oklch(0.6 0.1 300)')`, `${ink}.removeProperty('--accent')`],
] as const;

test('a row four pixels lower and another accent color are noticed', async () => {
  const page = await fixture.open(views[0]!);
  for await (const { name, take } of shots(views[0]!, page)) {
    const before = await take();
    for (const [change, back] of changes) {
      await page.evaluate(change);
      expect((await compare(before, await take())).pixels, `${name}, ${change}`).toBeGreaterThan(10 * PIXELS_MAX);
      await page.evaluate(back);
      expect((await compare(before, await take())).pixels, `${name}, ${back}`).toBeLessThanOrEqual(PIXELS_MAX);
    }
  }
});

test.for(views)('$name has not changed, in each width, light and dark', async (view, context) => {
  skipOnOtherBrowser(context);
  const page = await fixture.open(view);
  opened.push(new URL(page.url()).pathname);
  const differ: string[] = [];
  for await (const shot of shots(view, page)) {
    const difference = await differenceOf(shot);
    if (difference) differ.push(difference);
  }
  expect(differ).toEqual([]);
});

test('every snapshot belongs to a view', async () => {
  const pictures = (await readdir(snapshotFolder)).filter((file) => file.endsWith('.png'));
  const expected = views.flatMap(shotNames).map((name) => `${name}.png`);
  expect(pictures.toSorted()).toEqual(expected.toSorted());
});

test('every page of the dashboard has a view, or a reason', async (context) => {
  // The views have not been opened.
  skipOnOtherBrowser(context);
  const files = (await readdir(join(root, 'packages/dashboard/app'), { recursive: true })).filter((file) =>
    /(?:^|\/)page\.tsx$/.test(file),
  );
  const routes = files.map((file) => `/${file}`.replaceAll(/\/\([^)]+\)|\/page\.tsx$/g, '') || '/');
  // A name goes before a parameter: `/projects/new` is not a project.
  const byName = routes.toSorted((one, other) => one.split('[').length - other.split('[').length);
  const covered = opened.map((path) => byName.find((route) => matches(route, path)));
  expect(routes.filter((route) => !covered.includes(route)).toSorted()).toEqual(
    Object.keys(pagesWithoutView).toSorted(),
  );
});

function matches(route: string, path: string): boolean {
  const [names, parts] = [route.split('/'), path.split('/')];
  return names.length === parts.length && names.every((name, at) => name.startsWith('[') || name === parts[at]);
}
