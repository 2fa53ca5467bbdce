/**
 * Constructed style sheets and shadow roots are out of reach of a content security policy's `style-src`, and of the page's own
 * rules. Colors are the system's, so that they fit a light page and a dark one; `--seismo-accent` is inherited from the page.
 */
const css = `
:host { all: initial; }
:host([data-theme=light]) { color-scheme: light; }
:host([data-theme=dark]) { color-scheme: dark; }
:host(:not([data-theme])) { color-scheme: light dark; }
* { box-sizing: border-box; font: inherit; color: inherit; }
.float, dialog { font: 15px/1.5 system-ui, sans-serif; color: CanvasText; }
.float {
  position: fixed; z-index: 2147483000;
  right: calc(16px + env(safe-area-inset-right)); bottom: calc(16px + env(safe-area-inset-bottom));
  min-height: 44px; padding: 0 18px; border-radius: 22px; cursor: pointer;
  border: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); background: Canvas;
  box-shadow: 0 2px 10px rgb(0 0 0 / 18%);
}
dialog {
  width: min(440px, calc(100vw - 24px)); max-height: calc(100dvh - 24px); padding: 20px; overflow: auto;
  border: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); border-radius: 10px; background: Canvas;
  box-shadow: 0 8px 40px rgb(0 0 0 / 30%);
}
dialog::backdrop { background: rgb(0 0 0 / 45%); }
h2 { margin: 0 0 12px; font-size: 18px; font-weight: 600; }
label { display: block; margin-bottom: 12px; font-size: 14px; }
textarea, input { display: block; width: 100%; margin-top: 4px; font-size: 16px; }
textarea, input:not([type=file]) {
  padding: 8px 10px; border: 1px solid color-mix(in srgb, CanvasText 45%, Canvas); border-radius: 6px; background: Field;
}
textarea { min-height: 112px; resize: vertical; }
input[type=file] { font-size: 14px; }
p { margin: 0 0 12px; font-size: 14px; }
p:empty { margin: 0; }
div { display: flex; justify-content: flex-end; gap: 8px; }
div button {
  min-height: 40px; padding: 0 16px; border-radius: 6px; cursor: pointer;
  border: 1px solid color-mix(in srgb, CanvasText 45%, Canvas); background: Canvas;
}
div button.send { border-color: transparent; background: var(--seismo-accent, #0b5d5b); color: var(--seismo-on-accent, #fff); }
button[aria-disabled=true] { cursor: default; opacity: .6; }
:focus-visible { outline: 2px solid var(--seismo-accent, #0b7f7c); outline-offset: 2px; }
`;

/** A host element with a shadow root, which the styles of the page do not reach. */
export function styledHost(theme: 'light' | 'dark' | undefined): { host: HTMLElement; root: ShadowRoot } {
  const host = document.createElement('seismo-feedback');
  if (theme) host.dataset['theme'] = theme;
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}
