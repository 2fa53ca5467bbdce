import {
  CLIENT_ATTRIBUTE_CHARS_MAX,
  CLIENT_SELECTOR_CHARS_MAX,
  CLIENT_SELECTOR_DEPTH_MAX,
} from '@seismo/protocol/client-limits';

/**
 * A short selector of an element: `form#order > button[name="pay"]`. Without its text, which may be private. An element
 * with a test ID or accessible name needs no ancestors.
 */
export function selectorOf(target: unknown): string {
  const parts: string[] = [];
  let element =
    (target as Node | null)?.nodeType === Node.TEXT_NODE ? (target as Node).parentElement : (target as Element | null);
  while (element?.tagName && element.tagName !== 'HTML' && parts.length < CLIENT_SELECTOR_DEPTH_MAX) {
    const part = partOf(element);
    if (parts.join(' > ').length + part.length > CLIENT_SELECTOR_CHARS_MAX) break;
    parts.unshift(part);
    if (part.includes('data-') || element.id) break;
    element = element.parentElement;
  }
  return parts.join(' > ');
}

function partOf(element: Element): string {
  const given = (name: string): string => {
    const value = element.getAttribute(name);
    return value ? `[${name}="${value.slice(0, CLIENT_ATTRIBUTE_CHARS_MAX)}"]` : '';
  };
  const tag = element.tagName.toLowerCase();
  const named = given('data-testid') || given('data-test-id') || given('data-component');
  if (named) return tag + named;
  if (element.id) return `${tag}#${element.id.slice(0, CLIENT_ATTRIBUTE_CHARS_MAX)}`;
  const classes = [...element.classList].slice(0, 2).map((name) => `.${name.slice(0, CLIENT_ATTRIBUTE_CHARS_MAX)}`);
  return tag + classes.join('') + ['name', 'type', 'role', 'aria-label', 'alt', 'title'].map(given).join('');
}
