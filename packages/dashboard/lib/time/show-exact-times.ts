import { absolute } from './absolute.ts';
import { currentZone } from './zone.ts';

/** How long a row has the focus before its times are shown: nothing flickers while one goes through a list. */
const REST_MS = 400;

/** In the zone that the viewer likes, and with `both` in the other one as well. */
function exact(time: HTMLTimeElement, both = false): string {
  const [atMs, zone] = [Date.parse(time.dateTime), currentZone()];
  const [first, other] = [absolute(atMs, zone), absolute(atMs, zone === 'utc' ? 'local' : 'utc')];
  return both && first !== other ? `${first} (${other})` : first;
}

/**
 * Pointing at a time shows it in the zone that the viewer likes: the server writes UTC. Those of the row that has the focus
 * describe its link and show below it, in the box; a finger shows the one it touches.
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
    const said = times.map((time) => `${time.textContent}: ${exact(time)}`);
    target.ariaDescription = said.join(', ');
    timer = setTimeout(() => show(said.join('\n'), row), REST_MS);
  };
  const pointed = ({ target }: PointerEvent) => timePointedAt(target);
  const focused = ({ target }: FocusEvent) => target instanceof Element && rowFocused(target);
  const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
  const heard = new AbortController();
  const listen = { signal: heard.signal, passive: true };
  document.addEventListener('pointerover', pointed, listen);
  document.addEventListener('pointerdown', hide, listen);
  document.addEventListener('pointerup', touched, listen);
  document.addEventListener('focusin', focused, listen);
  document.addEventListener('focusout', hide, listen);
  document.addEventListener('keydown', pressed, listen);
  document.addEventListener('scroll', () => box.hidePopover(), { ...listen, capture: true });
  // Whatever happened before anybody heard.
  timePointedAt(document.querySelector('time:hover'));
  if (document.activeElement) rowFocused(document.activeElement);
  return () => {
    hide();
    heard.abort();
  };
}
