import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { settled } from './app.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/**
 * Looks at the page as it is, light and dark, wide and narrow: no accessibility rule is broken, and nothing makes the
 * page scroll sideways. Leaves it wide and light.
 */
export async function checkPage(page: Page): Promise<void> {
  await settled(page);
  const where = new URL(page.url()).pathname;
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      // Only the contrast depends on the colours; everything else is looked at once per size.
      const found = await accessibilityViolations(page, colorScheme === 'dark' ? { only: 'color-contrast' } : {});
      expect.soft(found, `${where} at ${size.width}, ${colorScheme}`).toEqual([]);
    }
    expect.soft(await sidewaysOverflow(page), `${where} at ${size.width}`).toEqual([]);
  }
  await page.setViewportSize(sizes[0]!);
}

/** What sticks out to the right, if the page can be scrolled there. */
export function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    // What is placed by itself is clipped by what it is placed in, and not by what stands between them.
    const isClipped = (element: Element): boolean => {
      const isPlaced = element instanceof HTMLElement && getComputedStyle(element).position === 'absolute';
      const around = isPlaced ? element.offsetParent : element.parentElement;
      return around !== null && (getComputedStyle(around).overflowX !== 'visible' || isClipped(around));
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !isClipped(element))
      .map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`)
      .slice(0, 5);
  });
}
