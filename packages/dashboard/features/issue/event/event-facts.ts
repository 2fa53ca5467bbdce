import type { EventPayload, Json } from '@seismo/protocol';

export interface EventFact {
  kind: 'user' | 'browser' | 'system' | 'device' | 'runtime';
  text: string;
}

/** User, browser, system, device and runtime, as far as the client sent them. */
export function eventFacts({ user, contexts }: EventPayload): EventFact[] {
  const named = (name: string) => joined(contexts[name]?.['name'], contexts[name]?.['version']);
  const { device } = contexts;
  const found: [EventFact['kind'], string][] = [
    ['user', user?.email ?? user?.username ?? user?.name ?? user?.id ?? user?.ip_address ?? ''],
    ['browser', named('browser')],
    ['system', named('os')],
    ['device', joined(device?.['model'] ?? device?.['family'] ?? device?.['name'])],
    ['runtime', named('runtime')],
  ];
  return found.filter(([, text]) => text !== '').map(([kind, text]) => ({ kind, text }));
}

function joined(...parts: (Json | undefined)[]): string {
  return parts.filter((part): part is string => typeof part === 'string' && part !== '').join(' ');
}

/** `browser.name` "Chrome" says nothing more than `browser` "Chrome 141". */
export function isPartOfTag(key: string, tags: Readonly<Record<string, string>>): boolean {
  const [, whole] = /^(.+)\.(?:name|family)$/.exec(key) ?? [];
  const [value, wholeValue] = [tags[key], whole === undefined ? undefined : tags[whole]];
  return wholeValue !== undefined && `${wholeValue} `.startsWith(`${value} `);
}
