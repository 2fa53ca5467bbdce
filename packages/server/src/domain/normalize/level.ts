import type { Fields, Level, FieldLocation } from '@seismo/protocol';

/** Names that SDKs and loggers use for the five levels; numbers are those of Python's logging, in old SDKs. */
const aliases: ReadonlyMap<unknown, Level> = new Map<unknown, Level>([
  ['fatal', 'fatal'],
  ['critical', 'fatal'],
  ['crash', 'fatal'],
  ['emergency', 'fatal'],
  ['alert', 'fatal'],
  [50, 'fatal'],
  ['error', 'error'],
  ['err', 'error'],
  [40, 'error'],
  ['warning', 'warning'],
  ['warn', 'warning'],
  [30, 'warning'],
  ['info', 'info'],
  ['information', 'info'],
  ['log', 'info'],
  ['notice', 'info'],
  ['success', 'info'],
  [20, 'info'],
  ['debug', 'debug'],
  ['trace', 'debug'],
  ['verbose', 'debug'],
  [10, 'debug'],
]);

export function readLevel(fields: Fields, location: FieldLocation): Level | undefined {
  const value = fields['level'];
  if (value === undefined || value === null) return undefined;
  const known =
    aliases.get(value) ??
    (typeof value === 'string' && value.length <= 16 ? aliases.get(value.toLowerCase()) : undefined);
  if (known === undefined) location.at('level').note('dropped', 'not a known level');
  return known;
}
