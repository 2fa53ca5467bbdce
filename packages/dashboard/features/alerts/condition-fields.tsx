'use client';

import { useId, type ComponentProps } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { FieldError, useFieldError } from '#ui/form.tsx';
import { inputClass } from '#ui/input-class.ts';
import { Labeled } from '#ui/labeled.tsx';
import { Select } from '#ui/select.tsx';
import { ratingNames, ratings } from '#features/releases/rating-words.ts';
import {
  frequencyOf,
  hasField,
  spanAggregate,
  thresholdsOf,
  withFrequency,
  withRating,
  withThresholds,
  type ConditionDraft,
  type ConditionOptions,
  type FrequencyDraft,
  type MetricDraft,
  type Thresholds,
} from './condition-draft.ts';
import { unitOf } from './metric-words.ts';
import { Group, Option } from './option-group.tsx';
import { reminderOptions } from './rule-input.ts';

interface Props {
  draft: ConditionDraft;
  options: ConditionOptions;
  onChange: (draft: ConditionDraft) => void;
}

/** How many events or users of an issue it takes. */
export function FrequencyFields({ draft, options, onChange }: Props) {
  const { windowMs, count, hasIncrease, increase } = frequencyOf(draft);
  const change = (part: Partial<FrequencyDraft>) => onChange(withFrequency(draft, part));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <NumberField
          label={draft.trigger === 'user-frequency' ? 'At least this many users' : 'At least this many events'}
          name="condition.count"
          required
          step={1}
          min={1}
          value={count}
          onValue={(value) => change({ count: value })}
        />
        <WindowSelect windowMs={windowMs} options={options} onSelect={(value) => change({ windowMs: value })} />
      </div>
      <Checkbox
        name="condition.hasIncrease"
        label="Only with an increase"
        note="Compared with the time before, of the same length."
        checked={hasIncrease}
        onChange={(checked) => change({ hasIncrease: checked })}
      />
      {hasIncrease ? (
        <NumberField
          label="At least this much more"
          name="condition.increase"
          required
          unit="%"
          value={increase}
          onValue={(value) => change({ increase: value })}
        />
      ) : null}
    </div>
  );
}

/** The verdicts that are reported. */
export function ReleaseFields({ draft, onChange }: Props) {
  return (
    <Group label="Verdict" name="condition.ratings">
      <div className="flex flex-wrap gap-x-5 gap-y-1.5 p-0.5">
        {ratings.map((rating) => (
          <Option
            key={rating}
            name="condition.ratings"
            value={rating}
            label={ratingNames[rating]}
            checked={draft.ratings.includes(rating)}
            onChange={(checked) => onChange(withRating(draft, rating, checked))}
          />
        ))}
      </div>
      <p className="mt-1.5 text-12 text-muted">
        Seismo measures a release 15 minutes, 1 hour, 4 hours and 24 hours after a deploy, or after it is first seen.
        Good and bad are reported at once, unclear after 24 hours.
      </p>
    </Group>
  );
}

/** The metric and its thresholds. */
export function MetricFields({ draft, options, onChange }: Props) {
  const { metric } = draft;
  const thresholds = thresholdsOf(metric);
  const isCompared = metric.comparison !== 'value';
  const unit = unitOf({ ...metric, ...spanAggregate(metric, options) }, options);
  const change = (part: Partial<MetricDraft>) => onChange({ ...draft, metric: { ...metric, ...part } });
  const changeThresholds = (part: Partial<Thresholds>) => onChange({ ...draft, metric: withThresholds(metric, part) });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <Select
          label="Metric"
          name="condition.metric"
          value={metric.metric}
          onChange={({ target: { value } }) => change({ metric: value as MetricDraft['metric'] })}
        >
          {options.metrics.map(({ metric: value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
        {metric.metric === 'spans' ? <SpanFields metric={metric} options={options} onChange={change} /> : null}
        <WindowSelect windowMs={metric.windowMs} options={options} onSelect={(windowMs) => change({ windowMs })} />
        <Select
          label="Compared with"
          name="condition.comparison"
          value={metric.comparison}
          onChange={({ target: { value } }) => change({ comparison: value as MetricDraft['comparison'] })}
        >
          {options.comparisons.map(({ comparison, name }) => (
            <option key={comparison} value={comparison}>
              {name === '' ? 'Nothing' : `${name[0]!.toUpperCase()}${name.slice(1)}`}
            </option>
          ))}
        </Select>
        <Select
          label="Fires"
          name="condition.direction"
          value={thresholds.direction}
          onChange={({ target: { value } }) => changeThresholds({ direction: value as Thresholds['direction'] })}
        >
          <option value="above">{isCompared ? 'After a rise' : 'Above the threshold'}</option>
          <option value="below">{isCompared ? 'After a fall' : 'Below the threshold'}</option>
        </Select>
      </div>
      <div className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-start gap-3">
          {thresholdFields.map(({ name, label, required }) => (
            <NumberField
              key={name}
              label={label}
              name={`condition.${name}`}
              required={required}
              unit={unit}
              value={thresholds[name]}
              onValue={(value) => changeThresholds({ [name]: value })}
            />
          ))}
        </div>
        <p className="text-12 text-muted">
          {isCompared
            ? `Percent ${thresholds.direction === 'above' ? 'more' : 'less'} than in the time it is compared with. `
            : null}
          The rule does not fire exactly at a threshold. The alert is over at the resolve threshold; without one, as
          soon as no threshold is crossed.
        </p>
      </div>
      <div className="flex flex-col gap-2.5">
        <Checkbox
          name="condition.firesWithoutData"
          label="Also when there is no data"
          note="The rule also fires if nothing arrives in this time range."
          checked={metric.firesWithoutData}
          onChange={(firesWithoutData) => change({ firesWithoutData })}
        />
        <Checkbox
          name="condition.reportsEnd"
          label="Report when it is over"
          checked={metric.reportsEnd}
          onChange={(reportsEnd) => change({ reportsEnd })}
        />
      </div>
      <Select
        label="Remind while it lasts"
        name="condition.reminderMs"
        value={metric.reminderMs}
        onChange={({ target: { value } }) => change({ reminderMs: value })}
      >
        {reminderOptions(metric.reminderMs).map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface SpanProps {
  metric: MetricDraft;
  options: ConditionOptions;
  onChange: (part: Pick<MetricDraft, 'spans'>) => void;
}

/** What is calculated of spans. */
function SpanFields({ metric: { spans }, options: { spanFunctions }, onChange }: SpanProps) {
  const change = (part: Partial<MetricDraft['spans']>) => onChange({ spans: { ...spans, ...part } });
  return (
    <>
      <Select
        label="Measure"
        name="condition.function"
        value={spans.function}
        onChange={({ target: { value } }) => change({ function: value })}
      >
        {spanFunctions.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
      {hasField(spans, spanFunctions) ? (
        <Labeled label="Of" name="condition.aggregate" className="w-60 max-w-full">
          {(control) => (
            <input
              {...control}
              name="condition.aggregate"
              required
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              className={`${inputClass} font-mono text-12!`}
              value={spans.field}
              onChange={({ target: { value } }) => change({ field: value })}
            />
          )}
        </Labeled>
      ) : null}
    </>
  );
}

const thresholdFields = [
  { name: 'critical', label: 'Critical', required: true },
  { name: 'warning', label: 'Warning (optional)', required: false },
  { name: 'resolve', label: 'Resolve (optional)', required: false },
] as const;

interface WindowProps {
  windowMs: string;
  options: ConditionOptions;
  onSelect: (windowMs: string) => void;
}

const WindowSelect = ({ windowMs, options, onSelect }: WindowProps) => (
  <Select
    label="Time range"
    name="condition.windowMs"
    value={windowMs}
    onChange={({ target: { value } }) => onSelect(value)}
  >
    {options.windows.map((one) => (
      <option key={one.windowMs} value={one.windowMs}>
        {one.name}
      </option>
    ))}
  </Select>
);

interface NumberProps extends Pick<ComponentProps<'input'>, 'required' | 'step' | 'min'> {
  label: string;
  name: string;
  value: string;
  /** Beside the input; `''`: none. */
  unit?: string;
  onValue: (value: string) => void;
}

/** A labeled number with its unit and its error. */
function NumberField({ label, unit = '', onValue, ...input }: NumberProps) {
  const id = useId();
  const { error, control } = useFieldError(input.name, `${id}-error`, unit === '' ? false : `${id}-unit`);
  return (
    <div className="flex max-w-full min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <div className="flex items-center gap-1.5">
        <input
          id={id}
          type="number"
          inputMode="decimal"
          step="any"
          min={0}
          autoComplete="off"
          className={`${inputClass} w-32! tabular-nums`}
          onChange={({ target: { value } }) => onValue(value)}
          {...control}
          {...input}
        />
        {unit === '' ? null : (
          <span id={`${id}-unit`} className="text-13 text-muted">
            {unit}
          </span>
        )}
      </div>
      {error === '' ? null : (
        <div className="max-w-48">
          <FieldError id={`${id}-error`} message={error} />
        </div>
      )}
    </div>
  );
}
