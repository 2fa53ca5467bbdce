import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { keptFolder, keptOf, keptPicture } from './kept.ts';
import { compare, PIXELS_MAX } from './picture.ts';
import { openStudio, sittings, type Sitting } from './studio.ts';
import { views } from './views.ts';

/** Something late may still be painted: as often a picture is taken until it is right. */
const TRIES = 4;
const PAUSE_MS = 250;

const root = join(import.meta.dirname, '../..');
const failed = join(import.meta.dirname, 'failed');
let studio: Awaited<ReturnType<typeof openStudio>>;
let keptWith: string;

beforeAll(async () => {
  [studio, keptWith] = await Promise.all([openStudio(), readFile(keptOf, 'utf8').then((text) => text.trim())]);
  await rm(failed, { recursive: true, force: true });
});

afterAll(() => studio[Symbol.asyncDispose]());

/** Another browser draws its letters a little differently; its pictures say nothing about ours. */
function needSameBrowser({ skip }: TestContext): void {
  if (studio.chromium !== keptWith) skip(`The pictures are of ${keptWith}, this is ${studio.chromium}`);
}

async function differing({ name, shoot }: Sitting): Promise<string | null> {
  const kept = await readFile(keptPicture(name));
  for (let left = TRIES; ; left -= 1) {
    const taken = await shoot();
    const { pixels, difference } = await compare(kept, taken);
    if (pixels <= PIXELS_MAX) return null;
    if (left > 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      continue;
    }
    await mkdir(failed, { recursive: true });
    const paths = [`${name}.png`, `${name}.difference.png`].map((file) => join(failed, file));
    await Promise.all([writeFile(paths[0]!, taken), writeFile(paths[1]!, difference)]);
    const [actual, seen] = paths.map((path) => relative(root, path));
    return `${name}: ${pixels} pixels differ. It looks like ${actual}, the difference is ${seen}. If it is meant: npm run snapshots.`;
  }
}

test.for(views)('$name looks as it did, in three widths, light and dark', async (view, context) => {
  needSameBrowser(context);
  const page = await studio.open(view);
  const differ: string[] = [];
  for await (const sitting of sittings(view, page)) {
    const said = await differing(sitting);
    if (said) differ.push(said);
  }
  expect(differ).toEqual([]);
});

test('a row four pixels lower and another accent are seen', async () => {
  const page = await studio.open(views[0]!);
  for await (const { name, shoot } of sittings(views[0]!, page)) {
    const before = await shoot();
    for (const [change, back] of changes) {
      await page.evaluate(change);
      expect((await compare(before, await shoot())).pixels, `${name}, ${change}`).toBeGreaterThan(10 * PIXELS_MAX);
      await page.evaluate(back);
      expect((await compare(before, await shoot())).pixels, `${name}, ${back}`).toBeLessThanOrEqual(PIXELS_MAX);
    }
  }
});

const row = `document.querySelectorAll('tbody tr')[2].style`;
const ink = `document.documentElement.style`;
const changes = [
  [`${row}.transform = 'translateY(4px)'`, `${row}.transform = ''`],
  [`${ink}.setProperty('--accent', 'oklch(0.6 0.1 300)')`, `${ink}.removeProperty('--accent')`],
] as const;

test('every picture is of a view', async () => {
  const pictures = (await readdir(keptFolder)).filter((file) => file.endsWith('.png'));
  const expected = views.flatMap(({ name }) =>
    [390, 1280, 1920].flatMap((width) => ['light', 'dark'].map((theme) => `${name}-${width}-${theme}.png`)),
  );
  expect(pictures.toSorted()).toEqual(expected.toSorted());
});
