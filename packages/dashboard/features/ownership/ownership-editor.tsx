'use client';

import type { OwnershipPreview } from '@seismo/server';
import { useEffect, useRef, useState, useTransition } from 'react';
import { ActionForm } from '#ui/action-form.tsx';
import { Button } from '#ui/button.tsx';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { callAction } from '#ui/call-action.ts';
import { Section } from '#ui/section.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { toast } from '#features/toast/toast.ts';
import type { Target } from '#server/target.ts';
import { fromCodeowners, previewOwnership, saveOwnership } from './actions.ts';

const QUIET_MS = 300;

interface Props {
  project: Target;
  base: number;
  settings: { rules: string; assigns: boolean };
  begin: OwnershipPreview;
  locked: string | null;
}

/** The rules as text, previewed on the latest events while the user types. */
export function OwnershipEditor({ project, base, settings, begin, locked }: Props) {
  const [rules, setRules] = useState(settings.rules);
  const [preview, setPreview] = useState(begin);
  const [pending, start] = useTransition();
  const checked = useRef(settings.rules);

  useEffect(() => {
    if (rules === checked.current) return;
    const timer = setTimeout(() => {
      checked.current = rules;
      start(async () => {
        const next = await callAction(previewOwnership(project, rules));
        if (next && !('ok' in next) && checked.current === rules) setPreview(next);
      });
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [rules, project]);

  const paste = (text: string) =>
    start(async () => {
      const imported = await callAction(fromCodeowners(project, text));
      if (typeof imported !== 'string') return toast({ text: imported?.message ?? 'The file could not be read' });
      setRules((before) => [before.trimEnd(), imported].filter(Boolean).join('\n'));
    });

  return (
    <>
      <ActionForm
        action={saveOwnership.bind(null, project, base)}
        submit="Save rules"
        locked={locked}
        className="mb-6 flex flex-col gap-4"
      >
        <div className="flex flex-col gap-1.5">
          <label htmlFor="ownership-rules" className="text-13 font-medium">
            Rules
          </label>
          <textarea
            id="ownership-rules"
            name="rules"
            rows={10}
            spellCheck={false}
            value={rules}
            onChange={(event) => setRules(event.target.value)}
            aria-describedby="ownership-hint ownership-problems"
            placeholder={'path:src/checkout/* #checkout\nurl:*/admin* ada@example.com\ntags.area:search #search'}
            wrap="off"
            className="w-full resize-y rounded-md border border-line-strong bg-surface px-3 py-2 font-mono text-13 placeholder:text-faint hover:border-muted"
          />
          <p id="ownership-hint" className="text-12 text-muted">
            One rule per line: <code>path:</code>, <code>url:</code>, <code>module:</code> or <code>tags.name:</code>{' '}
            with a pattern (<code>*</code> matches anything), then members by email or <code>#team</code>. If several
            rules match, the last one applies.
          </p>
          <ul id="ownership-problems" aria-live="polite" className="flex flex-col gap-1 text-13 text-error">
            {preview.problems.map(({ line, column, length, message }) => (
              <li key={`${line}:${column}`}>
                Line {line}, character {column}: {message}
                <pre className="overflow-x-auto text-12 text-ink" tabIndex={0}>
                  {rules.split('\n')[line - 1]}
                  {'\n'}
                  <span className="text-error">{' '.repeat(column - 1) + '^'.repeat(length)}</span>
                </pre>
              </li>
            ))}
          </ul>
        </div>
        <label className="flex items-center gap-2 text-13">
          <input
            key={base}
            type="checkbox"
            name="assigns"
            className="size-[15px] accent-accent"
            defaultChecked={settings.assigns}
          />
          Assign new issues automatically
        </label>
      </ActionForm>

      {locked ? null : (
        <Section title="Import CODEOWNERS" note="Adds rules to the text above. Save to apply them.">
          <form
            className="flex flex-col items-start gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              const given = new FormData(event.currentTarget).get('codeowners');
              if (typeof given === 'string' && given.trim() !== '') paste(given);
              event.currentTarget.reset();
            }}
          >
            <textarea
              name="codeowners"
              aria-label="CODEOWNERS"
              rows={3}
              spellCheck={false}
              placeholder="/src/checkout/ @acme/checkout"
              className="w-full resize-y rounded-md border border-line bg-surface px-3 py-2 font-mono text-13 placeholder:text-faint"
            />
            <Button type="submit" small pending={pending}>
              Add rules
            </Button>
          </form>
        </Section>
      )}

      <Section
        title="Preview"
        note={
          preview.examined === 0
            ? 'No events yet'
            : `Latest ${plural(preview.examined, 'event')}${preview.complete ? '' : ' (stopped early)'}`
        }
      >
        {preview.examined === 0 ? (
          <p className="text-13 text-muted">Send events to preview these rules.</p>
        ) : (
          <table className="w-full table-fixed text-13" aria-busy={pending}>
            <TableHead
              columns={[
                { name: 'Issue' },
                { name: 'Events', number: true, className: 'w-16' },
                { name: 'Assigned to', className: 'w-[44%] pl-4' },
              ]}
            />
            <tbody>
              {preview.owned.map(({ shortId, title, events, rule, owner }) => (
                <tr key={`${shortId}${rule}`} className="border-b border-line align-top">
                  <td className="py-1.5 pr-2">
                    <Link href={`/issues/${encodeURIComponent(shortId)}`} className="block truncate hover:underline">
                      {title}
                    </Link>
                    <span className="text-12 text-muted">{shortId}</span>
                  </td>
                  <td className="py-1.5 text-right">{events}</td>
                  <td className="py-1.5 pl-4 [overflow-wrap:anywhere]">
                    {owner ? (
                      owner.name
                    ) : (
                      <span className="text-muted">{rule ? 'No matching member or team' : 'Unassigned'}</span>
                    )}
                    {rule ? <code className="block text-12 text-muted">{rule}</code> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </>
  );
}
