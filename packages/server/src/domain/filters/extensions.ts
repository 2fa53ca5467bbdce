import type { EventPayload, ExceptionValue } from '@seismo/protocol';

/**
 * Extension URLs, and services whose scripts break on pages that did not load them (getsentry/relay, relay-filter
 * `browser_extensions.rs`, read 2026-11).
 */
const SOURCE_STARTS = [
  'chrome-extension://',
  'chrome://',
  'moz-extension://',
  'safari-extension://',
  'safari-web-extension://',
  'webkit-masked-url:',
];
const SOURCE_PARTS = [
  'graph.facebook.com',
  'connect.facebook.net',
  'eatdifferent.com.woopra-ns.com',
  'static.woopra.com/js/woopra.js',
  'webkit-masked-url',
  '127.0.0.1:4001/isrunning',
  'webappstoolbarba.texthelp.com/',
  'metrics.itunes.apple.com.edgesuite.net/',
  'kaspersky-labs.com',
];
/** Known messages of toolbars, in-app browsers and injected scripts; from the same list. */
const MESSAGES = [
  'top.globals',
  'originalcreatenotification',
  'canvas.contentdocument',
  'myapp_removeallhighlights',
  'http://tt.epicplay.com',
  "can't find variable: zitereader",
  'jigsaw is not defined',
  'combosearch is not defined',
  'http://loading.retry.widdit.com/',
  'atomicfindclose',
  'fb_xd_fragment',
  'bmi_safeaddonload',
  'ebcallbackmessagereceived',
  '_gcrweb',
  'conduitpage',
  "null is not an object (evaluating 'elt.parentnode')",
  'plugin.setsuspendstate is not a function',
  'extension context invalidated',
  'webkit-masked-url:',
  "can't access dead object",
];

/** Whether the code that threw is an extension's: the innermost frame with a place decides, callers do not. */
export function isFromExtension(event: EventPayload): boolean {
  if (event.platform !== 'javascript') return false;
  return (
    event.exception?.values.some((value) => isKnownSource(sourceOf(value)) || isExtensionMessage(value.value)) ?? false
  );
}

function sourceOf({ stacktrace }: ExceptionValue): string {
  for (const frame of stacktrace?.frames.toReversed() ?? []) {
    const path = frame.abs_path ?? frame.filename ?? '';
    if (path !== '' && path !== '<anonymous>' && path !== '[native code]') return path;
  }
  return '';
}

function isKnownSource(path: string): boolean {
  return SOURCE_STARTS.some((start) => path.startsWith(start)) || SOURCE_PARTS.some((part) => path.includes(part));
}

function isExtensionMessage(value: string | undefined): boolean {
  if (!value) return false;
  const lowerCased = value.slice(0, 500).toLowerCase();
  return MESSAGES.some((message) => lowerCased.includes(message));
}
