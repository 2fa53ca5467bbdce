import { z } from 'zod';

const URL_CHARS_MAX = 2048;

/** Empty fields of a form are missing; unknown fields are refused. */
export function settingsSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(withoutEmpty, z.strictObject(shape, { error: unknownField }));
}

/** `error`: for a missing or unusable URL. */
export function urlSetting(error: string) {
  return z
    .string(error)
    .trim()
    .max(URL_CHARS_MAX, { error: `Enter a URL of at most ${URL_CHARS_MAX} characters.`, abort: true })
    .refine(isHttpUrl, { error, abort: true })
    .refine(hasNoCredentials, 'Remove the user name and the password from the URL.');
}

export function webhookUrlSetting() {
  return urlSetting('Enter the URL of the webhook, which begins with https://.');
}

export function serverSetting() {
  return urlSetting('Enter the URL of the server, which begins with https://.')
    .refine((url) => !/[?#]/.test(url), 'Enter the URL of the server without a query.')
    .optional();
}

/** A path under the URL of a server. */
export function urlUnder(server: string, path: string): string {
  return `${server.replace(/\/+$/, '')}${path}`;
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

function withoutEmpty(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  );
}

function unknownField({ code, keys }: { code?: string; keys?: unknown }): string | undefined {
  return code === 'unrecognized_keys'
    ? `This kind of channel has no field “${[keys].flat().join('”, “')}”.`
    : undefined;
}

/** The parser of URLs skips line breaks and tabs, so they are refused here. */
function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

function hasNoCredentials(text: string): boolean {
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
