import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Ask {
  /** A single rule instead of all. */
  only?: string;
  /** A part of the page. */
  within?: string;
}

/** Accessibility violations of the page: rule, element and reason. */
export async function accessibilityViolations(page: Page, ask: Ask = {}): Promise<unknown[][]> {
  // The script is large: load it once per page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async ({ only, within }) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(within ?? document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: [only] }),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => [id, html, any[0]?.message]));
  }, ask);
}
