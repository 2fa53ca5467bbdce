'use client';

import { useState, type ReactNode } from 'react';
import { BrokenPage } from '#ui/states/broken-page.tsx';
import { Contained } from '#ui/states/failure.tsx';
import { ActionForm } from '#ui/action-form.tsx';
import { Box } from '#ui/checkbox.tsx';
import { Button } from '#ui/button.tsx';
import { ChoiceForm } from '#ui/select-form.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { InputCell, Rows } from '#ui/form-rows.tsx';
import { Finder } from '#ui/combobox.tsx';
import { Lines } from '#ui/list-textarea.tsx';
import { Menu } from '#ui/menu.tsx';
import { Picker } from '#ui/multi-select.tsx';
import { Overlay } from '#ui/overlay.tsx';
import { Trouble } from '#ui/form-error.tsx';
import { says } from '#ui/matches-text.ts';
import { toast } from '#features/toast/toast.ts';

export function Opening() {
  const [open, setOpen] = useState<'middle' | 'foot' | 'choice' | null>(null);
  const say = (text: string) => () => toast({ text, undo: () => toast({ text: 'Undone.' }) });
  return (
    <div className="flex flex-wrap gap-2">
      <Menu
        label="Resolve in: other ways"
        face="Resolve in"
        items={[
          { name: 'In the next release', note: 'Comes back if it is seen after it', choose: say('Next release.') },
          { name: 'In this release', choose: say('This release.') },
        ]}
      />
      <Menu label="Not now" face="Not now" items={[]} disabled />
      <Button onClick={() => setOpen('middle')}>Open a dialog</Button>
      <Button onClick={() => setOpen('foot')}>Open a dialog at the foot</Button>
      <Button onClick={() => setOpen('choice')}>Open a choice</Button>
      <ConfirmByName
        button="Delete the shop"
        title="Delete the shop?"
        name="shop"
        submit="Delete the shop"
        action={async () => ({ ok: false, message: 'Seismo reports its own errors to this project.' })}
      >
        With everything that was sent to it.
      </ConfirmByName>
      <Button onClick={say('SHOP-1 resolved.')}>Say something</Button>
      {open === 'choice' ? (
        <Overlay label="A choice" onClose={() => setOpen(null)}>
          <Fruits onClose={() => setOpen(null)} />
        </Overlay>
      ) : open ? (
        <Overlay label="A dialog" atFoot={open === 'foot'} onClose={() => setOpen(null)}>
          <div className="p-5">
            <h3 className="text-16">A dialog</h3>
            <p className="mt-2 text-13 text-muted">Escape closes it, and the focus goes back to where it was.</p>
          </div>
        </Overlay>
      ) : null}
    </div>
  );
}

const fruits = ['Apple', 'Apricot', 'Banana', 'Cherry'].map((name) => ({ id: name, name }));
const fruitLine = ({ name }: { name: string }) => name;

function Fruits({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const lines = fruits.filter(({ name }) => says(name, text));
  return (
    <Finder
      label="Find a fruit"
      placeholder="Fruit"
      text={text}
      onText={setText}
      groups={lines.length > 0 ? [{ heading: 'Fruits', lines }] : []}
      groupsOf={text.trim()}
      empty="No such fruit."
      draw={fruitLine}
      onChoose={({ name }) => {
        onClose();
        toast({ text: `${name} chosen.` });
      }}
    />
  );
}

export function Choosing() {
  const many = Array.from({ length: 12 }, (_, nth): [string, string] => [`${nth}`, `Project ${nth + 1}`]);
  const [chosen, setChosen] = useState(['1', '3']);
  return (
    <div className="relative flex flex-wrap gap-2">
      <Picker
        key={chosen.join()}
        name="many"
        label="Many"
        all="All projects"
        options={many}
        chosen={chosen}
        onPick={setChosen}
      />
      <Picker name="none" label="None" all="All environments" options={[]} chosen={[]} onPick={() => {}} />
      <ChoiceForm
        path="/-/gallery"
        label="What is shown"
        choices={[
          {
            name: 'project',
            label: 'Project',
            value: '',
            options: [
              ['', 'All projects'],
              ['shop', 'Shop'],
            ],
          },
        ]}
      />
    </div>
  );
}

export function Forms() {
  return (
    <div className="flex flex-col gap-6">
      <Box name="bots" label="Crawlers" note="What visits to index is not a visitor." checked />
      <Lines
        name="messages"
        label="Error messages"
        values={['ResizeObserver*']}
        placeholder="PaymentError: card*"
        hint="One a line."
      />
      <Rows initial={['shop@1.*']} fresh="" what="release">
        {(release) => <InputCell label="Release" name="release" defaultValue={release} />}
      </Rows>
      <ActionForm action={async () => ({ ok: true, message: 'Saved.' })} submit="Save, and succeed" />
      <ActionForm
        action={async () => ({
          ok: false,
          message: 'slug: There is a team web already.',
          fields: { slug: 'There is a team web already. Choose another.' },
        })}
        submit="Save, and be refused"
        look="plain"
      >
        <Field label="Slug" name="slug" defaultValue="web" hint="For addresses and tools." className="max-w-96" />
      </ActionForm>
      <Form
        fields={{ issuer: 'An issuer is an https address.', 'rules.0.pattern': 'Say what the rule looks for.' }}
        className="flex flex-col gap-4"
      >
        <Field label="Issuer" name="issuer" defaultValue="login.example.com" className="max-w-96" />
        <Rows initial={['']} fresh="" what="rule">
          {(pattern) => <InputCell label="Key or text" name="rules.pattern" defaultValue={pattern} />}
        </Rows>
      </Form>
      <Trouble of={{ ok: false, message: 'Somebody else has changed these settings meanwhile.' }} />
      <Trouble
        of={{
          ok: false,
          message: 'Seismo was updated since this page was opened. Reload to go on.',
          isOutdated: true,
        }}
      />
    </div>
  );
}

const failure = Object.assign(new Error('Shown in the gallery'), { digest: '154953950' });

/**
 * Throws whenever it is rendered, to show what stands in the place of a part that failed. A button renders it: its failure
 * is reported like any other, which nobody wants of each look at the gallery.
 */
function Throws(): ReactNode {
  throw failure;
}

export function Failing() {
  const [broken, setBroken] = useState<'part' | 'page' | null>(null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setBroken('part')}>Let a part of the page fail</Button>
        <Button onClick={() => setBroken('page')}>Let the page fail</Button>
      </div>
      {broken === 'part' ? (
        <Contained what="The list of issues">
          <Throws />
        </Contained>
      ) : null}
      {broken === 'page' ? <BrokenPage error={failure} retry={() => setBroken(null)} /> : null}
    </>
  );
}
