'use client';

import { useState, type ReactNode } from 'react';
import { BrokenPage } from '#ui/states/broken-page.tsx';
import { PagePart } from '#ui/states/page-part.tsx';
import { ActionForm } from '#ui/action-form.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Button } from '#ui/button.tsx';
import { FilterForm } from '#ui/filter-form.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { InputCell, Rows } from '#ui/form-rows.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { ListTextarea } from '#ui/list-textarea.tsx';
import { Menu } from '#ui/menu.tsx';
import { MultiSelect } from '#ui/multi-select.tsx';
import { Overlay } from '#ui/overlay.tsx';
import { RowMenu } from '#ui/row-menu.tsx';
import { FormError } from '#ui/form-error.tsx';
import { matchesText } from '#ui/matches-text.ts';
import { toast } from '../toast/toast.ts';

export function Overlays() {
  const [open, setOpen] = useState<'middle' | 'bottom' | 'choice' | null>(null);
  const say = (text: string) => () => toast({ text, undo: () => toast({ text: 'Undone.' }) });
  return (
    <div className="flex flex-wrap gap-2">
      <Menu
        label="Resolve options"
        trigger="Resolve in"
        items={[
          {
            name: 'In the next release',
            note: 'Regresses if it occurs in a later release',
            onSelect: say('Next release.'),
          },
          { name: 'In this release', onSelect: say('This release.') },
        ]}
      />
      <Menu label="Disabled menu" trigger="Disabled menu" items={[]} disabled />
      <Button onClick={() => setOpen('middle')}>Open a dialog</Button>
      <Button onClick={() => setOpen('bottom')}>Open bottom dialog</Button>
      <Button onClick={() => setOpen('choice')}>Open combobox</Button>
      <ConfirmByName
        button="Delete the shop"
        title="Delete the shop?"
        name="shop"
        submit="Delete the shop"
        action={async () => ({ ok: false, message: 'Seismo reports its own errors to this project.' })}
      >
        This also deletes all its events.
      </ConfirmByName>
      <RowMenu
        label="Actions for Ada"
        item="Remove from Main…"
        title="Remove Ada from Main?"
        name="ada@example.com"
        submit="Remove"
        action={async () => ({ ok: false, message: 'The last owner cannot be removed.' })}
      >
        They lose access until a member invites them again.
      </RowMenu>
      <Button onClick={say('SHOP-1 resolved.')}>Show toast</Button>
      {open === 'choice' ? (
        <Overlay label="Combobox" onClose={() => setOpen(null)}>
          <Fruits onClose={() => setOpen(null)} />
        </Overlay>
      ) : open ? (
        <Overlay label="A dialog" atBottom={open === 'bottom'} onClose={() => setOpen(null)}>
          <div className="p-5">
            <h3 className="text-16">A dialog</h3>
            <p className="mt-2 text-13 text-muted">Escape closes it and restores the focus.</p>
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
  const options = fruits.filter(({ name }) => matchesText(name, text));
  return (
    <Combobox
      label="Search fruit"
      placeholder="Fruit"
      text={text}
      onTextChange={setText}
      groups={options.length > 0 ? [{ heading: 'Fruits', options }] : []}
      groupsFor={text.trim()}
      empty="No matching fruit"
      renderOption={fruitLine}
      onSelect={({ name }) => {
        onClose();
        toast({ text: `${name} selected` });
      }}
    />
  );
}

export function Selects() {
  const many = Array.from({ length: 12 }, (_, nth): [string, string] => [`${nth}`, `Project ${nth + 1}`]);
  const [chosen, setChosen] = useState(['1', '3']);
  return (
    <div className="relative flex flex-wrap gap-2 md:justify-end">
      <MultiSelect
        key={chosen.join()}
        name="many"
        label="Many"
        noun="projects"
        options={many}
        selected={chosen}
        onChange={setChosen}
      />
      <MultiSelect name="none" label="None" noun="environments" options={[]} selected={[]} onChange={() => {}} />
      <FilterForm
        path="/-/gallery"
        label="Project filter"
        fields={[
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
      <Checkbox name="bots" label="Crawlers" note="Clients that identify as a bot or spider." checked />
      <ListTextarea
        name="messages"
        label="Error messages"
        values={['ResizeObserver*']}
        placeholder="PaymentError: card*"
        hint="One per line."
      />
      <Rows initial={['shop@1.*']} newRow="" noun="release">
        {(release) => <InputCell label="Release" name="release" defaultValue={release} />}
      </Rows>
      <ActionForm action={async () => ({ ok: true, message: 'Saved.' })} submit="Save successfully" />
      <ActionForm
        action={async () => ({
          ok: false,
          message: 'slug: The slug web is taken.',
          fields: { slug: 'The slug web is taken. Choose another.' },
        })}
        submit="Save with an error"
        variant="plain"
      >
        <Field label="Slug" name="slug" defaultValue="web" hint="For addresses and tools." className="max-w-96" />
      </ActionForm>
      <Form
        fields={{
          issuer: 'Enter an https address, such as https://login.example.com.',
          'rules.0.pattern': 'Enter a key or text.',
        }}
        className="flex flex-col gap-4"
      >
        <Field label="Issuer" name="issuer" defaultValue="login.example.com" className="max-w-96" />
        <Rows initial={['']} newRow="" noun="rule">
          {(pattern) => <InputCell label="Key or text" name="rules.pattern" defaultValue={pattern} />}
        </Rows>
      </Form>
      <FormError result={{ ok: false, message: 'Another member changed these settings.' }} />
      <FormError
        result={{
          ok: false,
          message: 'Seismo was updated after you opened this page. Reload to continue.',
          isOutdated: true,
        }}
      />
    </div>
  );
}

const failure = Object.assign(new Error('Shown in the gallery'), { digest: '154953950' });

/**
 * Throws on every render, to show the error boundary. A button renders it, so that opening the gallery reports no
 * error.
 */
function Throws(): ReactNode {
  throw failure;
}

export function Errors() {
  const [broken, setBroken] = useState<'part' | 'page' | null>(null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setBroken('part')}>Break a part of the page</Button>
        <Button onClick={() => setBroken('page')}>Break the page</Button>
      </div>
      {broken === 'part' ? (
        <PagePart name="The issue list">
          <Throws />
        </PagePart>
      ) : null}
      {broken === 'page' ? <BrokenPage error={failure} retry={() => setBroken(null)} /> : null}
    </>
  );
}
