import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Less than half as long as `axe.source`. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Ask {
  /** A single rule instead of all. */
  only?: string;
  /** A part of the page. */
  within?: string;
}

/** Accessibility violations of the page: rule, element and reason. */
export async function accessibilityViolations(page: Page, ask: Ask = {}): Promise<unknown[][]> {
  // The script is large: load it once per page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async ({ only, within }) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(within ?? document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: [only] }),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => [id, html, any[0]?.message]));
  }, ask);
}
