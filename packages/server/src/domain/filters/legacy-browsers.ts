import type { EventPayload } from '@seismo/protocol';
import type { BrowserFamily, FilterSettings } from '../configuration/documents.ts';

/** Browser families by their names in SDKs and User-Agents. */
const families: Record<string, BrowserFamily> = {
  chrome: 'chrome',
  'chrome mobile': 'chrome',
  'chrome mobile ios': 'chrome',
  edge: 'edge',
  'microsoft edge': 'edge',
  firefox: 'firefox',
  'firefox mobile': 'firefox',
  safari: 'safari',
  'mobile safari': 'safari',
  opera: 'opera',
  'opera mini': 'opera_mini',
  'android browser': 'android',
  android: 'android',
  'internet explorer': 'ie',
  ie: 'ie',
  'ie mobile': 'ie',
};

/** Whether the visitor's browser is older than the project accepts. A browser without a version is not. */
export function isLegacyBrowser(
  { contexts }: Pick<EventPayload, 'contexts'>,
  before: FilterSettings['legacyBrowsers'],
): boolean {
  const { name, version } = contexts['browser'] ?? {};
  if (typeof name !== 'string' || typeof version !== 'string') return false;
  const family = Object.hasOwn(families, name.toLowerCase()) ? families[name.toLowerCase()]! : null;
  const oldest = family && before[family];
  const major = Number.parseInt(version, 10);
  return typeof oldest === 'number' && major < oldest;
}
