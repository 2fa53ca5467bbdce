'use client';

import { useSyncExternalStore } from 'react';
import { useZone } from '#lib/time/zone.ts';
import { Select } from '#ui/select.tsx';

interface Props {
  name: string;
  /** `null`: that of the viewer. */
  timeZone: string | null;
}

/** A select of all time zones that the browser knows. */
export function TimeZoneField({ name, timeZone }: Props) {
  const isUtc = useZone() === 'utc';
  // The server does not know the zones of the browser.
  const zones = useSyncExternalStore(never, browserZones, noZones);
  const selected = timeZone ?? (isUtc ? 'UTC' : (zones[0] ?? 'UTC'));
  const options = [...new Set([selected, 'UTC', ...zones])].toSorted();
  return (
    <Select key={`${selected} ${zones.length}`} label="Time zone" name={name} defaultValue={selected}>
      {options.map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
    </Select>
  );
}

const never = () => () => undefined;
const none: readonly string[] = [];
const noZones = () => none;
let found: readonly string[] | null = null;
/** The zone of the browser, then all that it knows. */
const browserZones = (): readonly string[] =>
  (found ??= [new Intl.DateTimeFormat().resolvedOptions().timeZone, ...Intl.supportedValuesOf('timeZone')]);
