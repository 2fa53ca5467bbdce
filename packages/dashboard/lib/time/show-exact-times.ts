import { absolute } from './absolute.ts';
import { currentZone } from './zone.ts';

/** Delay before a focused row shows its times, so that moving through a list does not flicker. */
const REST_MS = 400;

/** In the viewer’s zone, and with `both` in the other one as well. */
function exact(time: HTMLTimeElement, both = false): string {
  const [atMs, zone] = [Date.parse(time.dateTime), currentZone()];
  const [first, other] = [absolute(atMs, zone), absolute(atMs, zone === 'utc' ? 'local' : 'utc')];
  return both && first !== other ? `${first} (${other})` : first;
}

/**
 * Shows exact times: on hover as a tooltip, for a focused row in the box and as the description of its link, on touch in the box.
 */
export function showExactTimes(box: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    box.hidePopover();
  };
  const show = (text: string, at: Element) => {
    if (!at.checkVisibility()) return;
    box.textContent = text;
    const { right, top, bottom } = at.getBoundingClientRect();
    box.showPopover();
    const below = bottom + 2 + box.offsetHeight <= innerHeight;
    box.style.top = `${below ? bottom + 2 : top - 2 - box.offsetHeight}px`;
    box.style.left = `${Math.max(4, Math.min(right, document.documentElement.clientWidth - 4) - box.offsetWidth)}px`;
  };
  const timePointedAt = (target: EventTarget | null) => {
    const time = target instanceof Element ? target.closest('time') : null;
    if (time) time.title = exact(time, true);
  };
  const touched = ({ target, pointerType }: PointerEvent) => {
    const time = target instanceof Element ? target.closest('time') : null;
    if (time && pointerType === 'touch') show(exact(time, true), time);
  };
  const rowFocused = (target: Element) => {
    if (!target.matches('[data-row-link]:focus-visible')) return;
    const row = target.closest('[data-row]')!;
    const times = [...row.querySelectorAll('time')].filter((time) => time.checkVisibility());
    if (times.length === 0) return;
    const lines = times.map((time) => `${time.textContent}: ${exact(time)}`);
    target.ariaDescription = lines.join(', ');
    timer = setTimeout(() => show(lines.join('\n'), row), REST_MS);
  };
  const pointed = ({ target }: PointerEvent) => timePointedAt(target);
  const focused = ({ target }: FocusEvent) => target instanceof Element && rowFocused(target);
  const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
  const controller = new AbortController();
  const listen = { signal: controller.signal, passive: true };
  document.addEventListener('pointerover', pointed, listen);
  document.addEventListener('pointerdown', hide, listen);
  document.addEventListener('pointerup', touched, listen);
  document.addEventListener('focusin', focused, listen);
  document.addEventListener('focusout', hide, listen);
  document.addEventListener('keydown', pressed, listen);
  document.addEventListener('scroll', () => box.hidePopover(), { ...listen, capture: true });
  // A pointer may already rest on a time before this script runs.
  timePointedAt(document.querySelector('time:hover'));
  if (document.activeElement) rowFocused(document.activeElement);
  return () => {
    hide();
    controller.abort();
  };
}
