import type { Level } from '@seismo/protocol';
import type { BrowserFamily, FilterSettings, GroupingSettings, LimitSettings, PrivacySettings } from '@seismo/server';
import { text } from '#ui/form-text.ts';

/** Reads settings from form fields, each named by its path. The server validates them. */
export function readFilters(form: FormData): FilterSettings {
  const legacyBrowsers: Partial<Record<BrowserFamily, number>> = {};
  for (const [name, value] of form) {
    if (!name.startsWith('legacyBrowsers.') || typeof value !== 'string' || value.trim() === '') continue;
    legacyBrowsers[name.slice('legacyBrowsers.'.length) as BrowserFamily] = Number(value);
  }
  const keeps = texts(form, 'sampling.samplePercent');
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
      samplePercent: Number(keep),
      levels: list(texts(form, 'sampling.levels')[index]) as Level[],
      releases: list(texts(form, 'sampling.releases')[index]),
      environments: list(texts(form, 'sampling.environments')[index]),
      transactions: list(texts(form, 'sampling.transactions')[index]),
    })),
  };
}

export function readGrouping(form: FormData): GroupingSettings {
  // Forms end lines as HTTP does.
  const rules = (name: string) => text(form, name).replaceAll('\r\n', '\n');
  return { fingerprintRules: rules('fingerprintRules'), stackRules: rules('stackRules') };
}

export function readPrivacy(form: FormData): PrivacySettings {
  const types = texts(form, 'rules.type');
  return {
    defaults: {
      texts: form.has('defaults.texts'),
      data: form.has('defaults.data'),
      user: form.has('defaults.user'),
      request: form.has('defaults.request'),
      variables: form.has('defaults.variables'),
    },
    sensitiveFields: lines(text(form, 'sensitiveFields')),
    safeFields: lines(text(form, 'safeFields')),
    userAddress: text(form, 'userAddress') as PrivacySettings['userAddress'],
    rules: types.map((type, index) => ({
      type: type as PrivacySettings['rules'][number]['type'],
      pattern: texts(form, 'rules.pattern')[index] ?? '',
      source: texts(form, 'rules.source')[index] ?? '',
      method: (texts(form, 'rules.method')[index] ?? '') as PrivacySettings['rules'][number]['method'],
    })),
  };
}

export function readTraceRule(form: FormData): Pick<LimitSettings, 'traceShare' | 'slowTraceMs'> {
  const slowSeconds = text(form, 'slowSeconds').trim();
  const percent = text(form, 'tracePercent').trim();
  return {
    // An empty field is no share, which the server refuses.
    traceShare: percent === '' ? Number.NaN : Number((Number(percent) / 100).toFixed(6)),
    slowTraceMs: slowSeconds === '' ? null : Math.round(Number(slowSeconds) * 1000),
  };
}

/** The values of a field that occurs once per row. */
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
