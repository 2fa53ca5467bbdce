import { limits, testSdkName } from '@seismo/protocol';
import type { EventRow } from '#store/telemetry/contract.ts';

type Seen = Pick<EventRow, 'platform' | 'attributes'>;

/** A test event from the dashboard: it does not describe the project. */
export function isTest({ attributes }: Seen): boolean {
  return attributes['sdk.name'] === testSdkName;
}

/** Platforms of their own, although their SDKs are JavaScript SDKs. */
const runtimes = ['node', 'bun', 'deno', 'electron', 'react-native', 'capacitor', 'cordova'];
const SDK_NAME = /^(?:sentry|seismo)\.([a-z]+)(?:\.([a-z-]+))?/;

/** The platform by Sentry's name, from the SDK: `sentry.javascript.nextjs` is `javascript-nextjs`. */
export function platformOfSdk({ platform, attributes }: Seen): string {
  const [, language, framework] = SDK_NAME.exec(attributes['sdk.name'] ?? '') ?? [];
  const named = language === undefined ? platform : framework === undefined ? language : of(language, framework);
  return named.slice(0, limits.PLATFORM_CHARS_MAX);
}

function of(language: string, framework: string): string {
  if (framework === 'browser') return language;
  if (language === 'javascript' && runtimes.includes(framework)) return framework;
  return `${language}-${framework}`;
}
