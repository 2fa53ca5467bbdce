'use client';

import type { ChannelKindView, ChannelView } from '@seismo/server';
import type { Route } from 'next';
import { useId } from 'react';
import type { Result } from '#server/refusal.ts';
import { ActionForm } from '#ui/action-form.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import type { Refused } from '#ui/fields.ts';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Link } from '#ui/link.tsx';
import { Select } from '#ui/select.tsx';
import { useAction } from '#ui/use-action.ts';
import type { CreatedChannel } from './actions.ts';
import { contentLevels } from './channel-words.ts';

const formClass = 'mt-4 flex max-w-[480px] flex-col gap-4';

interface NewProps {
  kind: ChannelKindView;
  action: (before: CreatedChannel | Refused | null, form: FormData) => Promise<CreatedChannel | Refused>;
  channelsHref: Route;
}

/** Adds a channel of this kind, then shows how its test message went. */
export function NewChannel({ kind, action, channelsHref }: NewProps) {
  const { result, pending, form } = useAction(action);
  if (result?.ok) {
    return (
      <div className="mt-4 flex max-w-[72ch] flex-col items-start gap-3">
        <p
          role="status"
          className={`rounded-md px-3 py-2 text-13 [overflow-wrap:anywhere] ${result.isSent ? 'bg-good-wash text-good' : 'bg-warning-wash'}`}
        >
          {result.isSent
            ? `Channel added, and the test message was sent.${result.answer === '' ? '' : ` Answer: ${result.answer}`}`
            : `The channel was added, but the test message was not sent: ${result.answer}`}
        </p>
        <Link href={channelsHref} scroll={false} className={buttonClass('primary')}>
          Done
        </Link>
      </div>
    );
  }
  return (
    <Form {...form} aria-label={`New channel: ${kind.name}`} className={formClass}>
      <Fields kind={kind} channel={null} />
      <FormError result={result} />
      <Button type="submit" variant="primary" pending={pending} className="h-9 self-start">
        Add channel and send test
      </Button>
    </Form>
  );
}

interface EditProps {
  kind: ChannelKindView;
  channel: ChannelView;
  action: (before: Result | null, form: FormData) => Promise<Result>;
}

export function EditChannel({ kind, channel, action }: EditProps) {
  return (
    <ActionForm action={action} submit="Save channel" className={formClass}>
      <Fields kind={kind} channel={channel} />
    </ActionForm>
  );
}

/** The fields of the kind, and those that every channel has. */
function Fields({ kind, channel }: { kind: ChannelKindView; channel: ChannelView | null }) {
  const groupId = useId();
  const content = channel?.content ?? 'everything';
  return (
    <>
      <Field
        label="Name"
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={channel?.name}
        placeholder={kind.name}
        hint="Rules and alerts show this name."
      />
      {kind.fields.map((field) => (
        <Setting key={field.name} kind={kind} field={field} channel={channel} />
      ))}
      <fieldset>
        <legend id={groupId} className="mb-2 text-13 font-medium">
          Content of messages
        </legend>
        <div className="flex flex-col gap-3">
          {contentLevels.map(({ value, name, hint }) => (
            <Checkbox
              key={value}
              type="radio"
              name="content"
              value={value}
              label={name}
              note={hint}
              checked={value === content}
            />
          ))}
        </div>
      </fieldset>
      <Checkbox
        name="allRules"
        label="Every alert rule sends to this channel"
        note="Also the rules of new projects. If this is off, select the channel in each rule."
        checked={channel?.allRules ?? true}
      />
    </>
  );
}

interface SettingProps {
  kind: ChannelKindView;
  field: ChannelKindView['fields'][number];
  channel: ChannelView | null;
}

function Setting({ kind, field, channel }: SettingProps) {
  const { name, label, hint, isSecret, isRequired, options, placeholder } = field;
  const input = { label, name: `settings.${name}`, defaultValue: channel?.settings?.[name] };
  if (options !== null) {
    return (
      // A saved value comes back as a new default.
      <Select key={input.defaultValue} {...input} hint={hint}>
        {isRequired ? null : <option value="">Default</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    );
  }
  if (!isSecret) {
    return <Field {...input} hint={hint} required={isRequired} placeholder={placeholder} autoComplete="off" />;
  }
  const hasServer = kind.fields.some((other) => other.name === 'server');
  const isStored = channel !== null && channel.settings !== null;
  return (
    <Field
      {...input}
      type="password"
      required={isRequired && !isStored}
      placeholder={isStored ? undefined : placeholder}
      autoComplete="off"
      hint={
        isStored ? `Leave empty to keep the stored value.${hasServer ? ' A new server needs a new value.' : ''}` : hint
      }
    />
  );
}
