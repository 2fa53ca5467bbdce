'use client';

import type { GroupingSettings, PreviewView } from '@seismo/server';
import type { Refused } from '#ui/fields.ts';
import { useState } from 'react';
import { Section } from '#ui/section.tsx';
import type { Result } from '#server/refusal.ts';
import { RulesEditor } from './rules-editor.tsx';
import { SettingsForm } from './settings-form.tsx';

const none: PreviewView['problems'] = { fingerprintRules: [], stackRules: [] };

interface Props {
  settings: GroupingSettings;
  save: (before: Result | null, form: FormData) => Promise<Result>;
  preview: (form: FormData) => Promise<PreviewView | Refused>;
  locked: string | null;
}

export function GroupingForm({ settings, save, preview, locked }: Props) {
  const [problems, setProblems] = useState(none);
  return (
    <SettingsForm save={save} preview={preview} live locked={locked} onPreview={(seen) => setProblems(seen.problems)}>
      <Section title="Fingerprint rules" note="Group matching events into one issue. The first matching rule applies.">
        <RulesEditor
          name="fingerprintRules"
          label="Fingerprint rules"
          initial={settings.fingerprintRules}
          problems={problems.fingerprintRules}
          placeholder={'error.type:ConnectionError message:"*timed out*" -> connection-timeout {{ transaction }}'}
          hint={
            <>
              Write conditions, an arrow and a fingerprint: <code>error.type</code>, <code>error.value</code>,{' '}
              <code>message</code>, <code>stack.function</code>, <code>stack.abs_path</code>, <code>tags.name</code>,{' '}
              <code>release</code>, <code>level</code>, … and <code>{'{{ default }}'}</code>,{' '}
              <code>{'{{ error.type }}'}</code>, <code>{'{{ transaction }}'}</code>, <code>title=&quot;…&quot;</code>.
            </>
          }
        />
      </Section>
      <Section title="Stack-trace rules" note="Set which frames are in-app and which count for grouping.">
        <RulesEditor
          name="stackRules"
          label="Stack-trace rules"
          initial={settings.stackRules}
          problems={problems.stackRules}
          placeholder="stack.abs_path:**/vendor/** -app"
          hint={
            <>
              Write conditions and actions: <code>+app</code> <code>-app</code> <code>+group</code> <code>-group</code>,
              with <code>^</code> for frames closer to the error and <code>v</code> for frames farther from it,{' '}
              <code>max-frames=5</code>, <code>[ function:caller ] | function:callee</code>.
            </>
          }
        />
      </Section>
    </SettingsForm>
  );
}
