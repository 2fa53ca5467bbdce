import type { SetUpStep } from '@seismo/server';
import { Check, ChevronRight, Circle } from 'lucide-react';
import type { Route } from 'next';
import { connection } from 'next/server';
import { buttonClass } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery, may } from '#server/viewer.ts';
import { readHomeParams, type HomeParams } from './read.ts';
import { stepTexts } from './set-up-steps.ts';

/** The setup checklist. The first open step is expanded. */
export async function SetUpList(params: HomeParams) {
  await connection();
  const { slug } = await readHomeParams(params);
  const steps = (await runQuery((viewer) => runtime().query.projectSetUp(viewer, slug))).filter(
    ({ state }) => state !== 'unneeded',
  );
  const mayInvite = await may('invite');
  const done = steps.filter(({ state }) => state === 'done').length;
  const next = steps.find(({ state }) => state === 'open');
  return (
    <Section title="Setup" note={next ? `${done} of ${steps.length} done` : 'Complete'}>
      <ul className="flex flex-col">
        {steps.map((step) => (
          <li key={step.name} className="border-b border-line last:border-0">
            <Step step={step} project={slug} open={step === next} mayInvite={mayInvite} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface Props {
  step: SetUpStep;
  project: string;
  open: boolean;
  mayInvite: boolean;
}

function Step({ step, project, open, mayInvite }: Props) {
  const { name, why, code, fix } = stepTexts[step.name];
  if (step.state === 'done') {
    return (
      <p className="flex items-center gap-2 py-2 text-13">
        <Check size={15} aria-hidden className="shrink-0 text-good" />
        {name}
        <span className="sr-only">: done</span>
      </p>
    );
  }
  return (
    <details open={open} className="py-2">
      <summary className="flex items-center gap-2 text-13 font-medium">
        <Circle size={15} aria-hidden className="shrink-0 text-faint" />
        {name}
        <span className="sr-only">: to do</span>
        <ChevronRight size={14} aria-hidden className="chevron ml-auto text-muted" />
      </summary>
      <div className="mt-1.5 flex flex-col gap-2.5 pb-1 pl-[23px]">
        <p className="text-13 text-muted">{why(step)}</p>
        {code ? <Code text={code} label={name} /> : null}
        {fix && (step.name !== 'teammates' || mayInvite) ? (
          <Link href={fix.href(project) as Route} className={buttonClass('plain', true, 'self-start')}>
            {fix.name}
          </Link>
        ) : null}
      </div>
    </details>
  );
}
