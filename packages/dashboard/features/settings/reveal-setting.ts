'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { anchorOf } from './settings-index.ts';

const RETRY_MS = 50;
const RETRY_COUNT_MAX = 200;
/** As long as the animation in `app.css`. */
const HIGHLIGHT_MS = 2000;
const controls = ':is(input:not([type=hidden]), select, textarea, button, a[href], pre[tabindex]):not(:disabled)';

let timer: ReturnType<typeof setTimeout> | undefined;

/** Scrolls to the control that a URL’s fragment names, focuses and highlights it, once its page has loaded. */
export function revealSetting(href: string, tries = 0): void {
  clearTimeout(timer);
  const { pathname, hash } = new URL(href, location.href);
  if (!pathname.startsWith('/settings') || hash === '') return;
  // An open dialog keeps the focus.
  const isHere = pathname === location.pathname && !document.querySelector('[aria-modal]')?.checkVisibility();
  const found = isHere ? find(decodeURIComponent(hash.slice(1))) : null;
  if (found) highlight(found);
  else if (tries < RETRY_COUNT_MAX) timer = setTimeout(() => revealSetting(href, tries + 1), RETRY_MS);
}

/** The section or field with this name, or with a name that begins so: "DSN of Default". Pages that were left stay in the document. */
function find(anchor: string): HTMLElement | null {
  const named = [...document.querySelectorAll<HTMLElement>('main :is([aria-label], label, legend)')].filter((element) =>
    element.checkVisibility(),
  );
  const anchors = named.map((element) => anchorOf(nameOf(element)));
  return named[anchors.indexOf(anchor)] ?? named[anchors.findIndex((name) => name.startsWith(`${anchor}-`))] ?? null;
}

/** Without the options of a select within a label. */
const nameOf = (element: HTMLElement): string =>
  element.getAttribute('aria-label') ??
  [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join('');

function highlight(found: HTMLElement): void {
  const field = found instanceof HTMLLabelElement ? found.control : null;
  const part = field
    ? found.contains(field)
      ? found
      : field.parentElement!
    : found instanceof HTMLLegendElement
      ? found.closest('fieldset')!
      : found;
  const focused = field ?? (part.matches(controls) ? part : part.querySelector<HTMLElement>(controls));
  if (focused && !focused.matches(':disabled')) focused.focus({ preventScroll: true });
  else {
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }
  part.scrollIntoView({ block: part.offsetHeight > innerHeight / 2 ? 'start' : 'center' });
  part.dataset['found'] = '';
  setTimeout(() => delete part.dataset['found'], HIGHLIGHT_MS);
}

/** Reveals the control of the URL when a settings page opens. */
export function RevealSetting() {
  const path = usePathname();
  useEffect(() => {
    const reveal = () => revealSetting(location.href);
    reveal();
    window.addEventListener('hashchange', reveal);
    return () => window.removeEventListener('hashchange', reveal);
  }, [path]);
  return null;
}
