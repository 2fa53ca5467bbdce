import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { settled } from './app.ts';

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };

/** Every rule once per width, because layouts differ by width; contrast also in the other theme. */
const looks = [
  { size: wide, colorScheme: 'light' },
  { size: wide, colorScheme: 'dark', only: 'color-contrast' },
  { size: narrow, colorScheme: 'dark' },
  { size: narrow, colorScheme: 'light', only: 'color-contrast' },
] as const;

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
  const { pathname } = new URL(page.url());
  for (const { size, colorScheme, ...rules } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const where = `${pathname} at ${size.width}, ${colorScheme}`;
    expect.soft(await accessibilityViolations(page, rules), where).toEqual([]);
    expect.soft(await sidewaysOverflow(page), where).toEqual([]);
  }
  await page.setViewportSize(wide);
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
