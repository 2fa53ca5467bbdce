import { absolute } from '#lib/time/absolute.ts';
import { currentZone } from '#lib/time/zone.ts';

/** Delay after a focus, so that moving through a list or a toolbar does not flicker. */
const REST_MS = 400;
/** A touch this long shows the name of an icon instead of what it does. */
const LONG_TOUCH_MS = 500;

/** In the viewer’s zone, and with `both` in the other one as well. */
function exact(time: HTMLTimeElement, both = false): string {
  const [atMs, zone] = [Date.parse(time.dateTime), currentZone()];
  const [first, other] = [absolute(atMs, zone), absolute(atMs, zone === 'utc' ? 'local' : 'utc')];
  return both && first !== other ? `${first} (${other})` : first;
}

/**
 * Shows in the box: the title of a control on keyboard focus and on a long touch; the exact times of a row on focus, and as the
 * description of its link; an exact time on touch. On hover, the browser shows titles.
 */
export function showTooltips(box: HTMLElement): () => void {
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
  const titleOf = (target: EventTarget | null): [text: string, at: HTMLElement] | null => {
    const at =
      target instanceof Element ? target.closest<HTMLElement>('a[title], button[title], summary[title]') : null;
    return at && at.title !== at.textContent ? [at.title, at] : null;
  };
  const controlFocused = (target: Element) => {
    const found = target.matches(':focus-visible') && titleOf(target);
    if (found) timer = setTimeout(() => show(...found), REST_MS);
  };
  const touchStarted = ({ target, pointerType }: PointerEvent) => {
    hide();
    removeEventListener('click', stopClick, { capture: true });
    const found = pointerType === 'touch' && titleOf(target);
    if (!found) return;
    timer = setTimeout(() => {
      show(...found);
      // The click that follows is not meant.
      addEventListener('click', stopClick, { capture: true, once: true });
    }, LONG_TOUCH_MS);
  };
  const touchEnded = (event: PointerEvent) => {
    if (!box.matches(':popover-open')) clearTimeout(timer);
    touched(event);
  };
  const pointed = ({ target }: PointerEvent) => timePointedAt(target);
  const focused = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    rowFocused(target);
    controlFocused(target);
  };
  const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
  const controller = new AbortController();
  const listen = { signal: controller.signal, passive: true };
  document.addEventListener('pointerover', pointed, listen);
  document.addEventListener('pointerdown', touchStarted, listen);
  document.addEventListener('pointerup', touchEnded, listen);
  document.addEventListener('pointercancel', hide, listen);
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

function stopClick(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
