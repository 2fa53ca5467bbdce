import type { CustomRange, TimeRange } from '@seismo/server';
import { useState, type FormEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { Fields } from '#ui/fields.ts';
import { Form } from '#ui/form.tsx';
import { text } from '#ui/form-text.ts';
import { Overlay } from '#ui/overlay.tsx';
import { useZone } from '#lib/time/zone.ts';
import { fromField, toField, zoneText } from './timestamp-field.ts';

const HOUR_MS = 3_600_000;
const hours = { '1h': 1, '24h': 24, '7d': 168, '14d': 336, '30d': 720, '90d': 2160 };

interface Props {
  /** The initial values. */
  range: TimeRange | null;
  onChange: (stretch: CustomRange) => void;
  onClose: () => void;
}

/** Start and end of a custom range, in the viewer’s time zone. */
export function TimeDialog({ range, onChange, onClose }: Props) {
  const [nowMs] = useState(() => Date.now());
  const zone = useZone();
  const [wrong, setWrong] = useState<Fields>({});
  const { fromMs, toMs } =
    range !== null && typeof range !== 'string'
      ? range
      : { fromMs: nowMs - hours[range ?? '24h'] * HOUR_MS, toMs: nowMs };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Do not submit the surrounding form as well.
    event.stopPropagation();
    const form = event.currentTarget;
    const refuse = (name: 'from' | 'to', why: string) => {
      setWrong({ [name]: why });
      form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
    };
    const given = new FormData(form);
    const [from, to] = [fromField(text(given, 'from'), zone), fromField(text(given, 'to'), zone)];
    if (from === null) refuse('from', 'Enter a date and a time.');
    else if (to === null) refuse('to', 'Enter a date and a time.');
    else if (from >= to) refuse('to', 'The end must be after the start.');
    else onChange({ fromMs: from, toMs: to });
  };
  const timestampField = (name: string, label: string, atMs: number, isFirst = false) => (
    <Field
      type="datetime-local"
      name={name}
      label={label}
      required
      min="1970-01-02T00:00"
      max="2099-12-30T23:59"
      defaultValue={toField(atMs, zone)}
      {...(isFirst && { 'data-first-focus': true })}
    />
  );
  return (
    <Overlay label="Custom range" onClose={onClose}>
      <Form
        fields={wrong}
        onSubmit={submit}
        onInput={() => setWrong({})}
        noValidate
        className="flex flex-col gap-4 p-5"
      >
        <h2 className="text-16">Custom range</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          {timestampField('from', 'From', fromMs, true)}
          {timestampField('to', 'To', toMs)}
        </div>
        <p className="text-12 text-muted">
          Times are in {zoneText(nowMs, zone)}.{zone === 'utc' ? '' : ' The URL shows them in UTC.'}
        </p>
        <div className="flex gap-2">
          <Button type="submit" variant="primary">
            {' '}
            Apply{' '}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Overlay>
  );
}
