import type { Level } from '@seismo/protocol';
import type { BrowserFamily, FilterSettings, GroupingSettings, PrivacySettings } from '@seismo/server';
import { text } from '#components/ui/form-text.ts';

/** Settings as the fields of their forms say them. What is wrong in them is for the server to say. */
export function readFilters(form: FormData): FilterSettings {
  const legacyBrowsers: Partial<Record<BrowserFamily, number>> = {};
  for (const [name, value] of form) {
    if (!name.startsWith('browser-') || typeof value !== 'string' || value.trim() === '') continue;
    legacyBrowsers[name.slice('browser-'.length) as BrowserFamily] = Number(value);
  }
  const keeps = texts(form, 'sampling-keep');
  return {
    browserExtensions: form.has('browserExtensions'),
    resizeObserver: form.has('resizeObserver'),
    scriptError: form.has('scriptError'),
    nextControlFlow: form.has('nextControlFlow'),
    crawlers: form.has('crawlers'),
    localhost: form.has('localhost'),
    legacyBrowsers,
    messages: lines(text(form, 'messages')),
    releases: lines(text(form, 'releases')),
    addresses: lines(text(form, 'addresses')),
    sampling: keeps.map((keep, index) => ({
      keepPercent: Number(keep),
      levels: list(texts(form, 'sampling-level')[index]) as Level[],
      releases: list(texts(form, 'sampling-release')[index]),
      environments: list(texts(form, 'sampling-environment')[index]),
      transactions: list(texts(form, 'sampling-transaction')[index]),
    })),
  };
}

export function readGrouping(form: FormData): GroupingSettings {
  // Forms end lines as HTTP does.
  const rules = (name: string) => text(form, name).replaceAll('\r\n', '\n');
  return { fingerprintRules: rules('fingerprintRules'), stackRules: rules('stackRules') };
}

export function readPrivacy(form: FormData): PrivacySettings {
  const whats = texts(form, 'rule-what');
  return {
    defaults: {
      texts: form.has('default-texts'),
      data: form.has('default-data'),
      user: form.has('default-user'),
      request: form.has('default-request'),
      variables: form.has('default-variables'),
    },
    sensitiveFields: lines(text(form, 'sensitiveFields')),
    safeFields: lines(text(form, 'safeFields')),
    userAddress: text(form, 'userAddress') as PrivacySettings['userAddress'],
    rules: whats.map((what, index) => ({
      what: what as PrivacySettings['rules'][number]['what'],
      pattern: texts(form, 'rule-pattern')[index] ?? '',
      where: texts(form, 'rule-where')[index] ?? '',
      how: (texts(form, 'rule-how')[index] ?? '') as PrivacySettings['rules'][number]['how'],
    })),
  };
}

/** Of a field that is there once per row. */
function texts(form: FormData, name: string): string[] {
  return form.getAll(name).map((value) => (typeof value === 'string' ? value : ''));
}

function lines(value: string): string[] {
  return split(value, /\r?\n/);
}

function list(value: string | undefined): string[] {
  return split(value ?? '', ',');
}

function split(value: string, by: RegExp | string): string[] {
  return value
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
