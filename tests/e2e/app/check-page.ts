import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { settled } from './app.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

let areChecked = true;

/** Switches the checks off for journeys that another file runs through the same pages. */
export function setPageChecks(checked: boolean): void {
  areChecked = checked;
}

/**
 * Checks the page in both color schemes and two widths: no accessibility violations, and no horizontal scrolling.
 * Leaves the page wide and light.
 */
export async function checkPage(page: Page): Promise<void> {
  await settled(page);
  if (!areChecked) return;
  const where = new URL(page.url()).pathname;
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      // Only the contrast depends on the color scheme; all other rules run once per size.
      const found = await accessibilityViolations(page, colorScheme === 'dark' ? { only: 'color-contrast' } : {});
      expect.soft(found, `${where} at ${size.width}, ${colorScheme}`).toEqual([]);
    }
    expect.soft(await sidewaysOverflow(page), `${where} at ${size.width}`).toEqual([]);
  }
  await page.setViewportSize(sizes[0]!);
}

/** The elements that make the page scroll sideways. */
export function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    // An absolutely positioned element is clipped by its containing block, not by the elements between.
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
