'use client';

import { useState, type ReactNode } from 'react';
import { BrokenPage } from '#components/states/broken-page.tsx';
import { Contained } from '#components/states/failure.tsx';
import { ActionForm } from '#components/ui/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChoiceForm } from '#components/ui/choice-form.tsx';
import { ConfirmByName } from '#components/ui/confirm-by-name.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { Modal } from '#components/ui/modal.tsx';
import { toast } from '#features/toast/toast.ts';

export function Opening() {
  const [open, setOpen] = useState<'middle' | 'foot' | null>(null);
  const say = (text: string) => () => toast({ text, undo: () => toast({ text: 'Undone.' }) });
  return (
    <div className="flex flex-wrap gap-2">
      <Menu
        label="More ways to resolve"
        face="Resolve in"
        items={[
          { name: 'In the next release', note: 'Comes back if it is seen after it', choose: say('Next release.') },
          { name: 'In this release', choose: say('This release.') },
        ]}
      />
      <Menu label="Nothing to choose" face="Not now" items={[]} disabled />
      <Button onClick={() => setOpen('middle')}>Open a dialog</Button>
      <Button onClick={() => setOpen('foot')}>Open a dialog at the foot</Button>
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
      {open ? (
        <Modal label="A dialog" atFoot={open === 'foot'} onClose={() => setOpen(null)}>
          <div className="p-5">
            <h3 className="text-16">A dialog</h3>
            <p className="mt-2 text-13 text-muted">Escape closes it, and the focus goes back to where it was.</p>
          </div>
        </Modal>
      ) : null}
    </div>
  );
}

export function Choosing() {
  return (
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
  );
}

export function Forms() {
  return (
    <div className="flex flex-col gap-6">
      <ActionForm action={async () => ({ ok: true, message: 'Saved.' })} submit="Save, and succeed" />
      <ActionForm
        action={async () => ({ ok: false, message: 'There is a team web already. Choose another slug.' })}
        submit="Save, and fail"
        look="plain"
      />
    </div>
  );
}

/** Only in the browser, so that nothing is reported from the server. */
function Throws(): ReactNode {
  throw new Error('Shown in the gallery');
}

export function Failing() {
  const [broken, setBroken] = useState(false);
  return (
    <>
      <Button onClick={() => setBroken(true)}>Let a part of the page fail</Button>
      {broken ? (
        <Contained what="The list of issues">
          <Throws />
        </Contained>
      ) : null}
      <BrokenPage error={Object.assign(new Error('Shown in the gallery'), { digest: '154953950' })} retry={() => {}} />
    </>
  );
}
