import { addBreadcrumb, captureMessage, setTag, setUser } from '@seismo/nextjs';

/** Says who is there, unless they are anonymous, waits until others are there as well, reports by hand, and fails. */
export async function visit(name) {
  if (!name.startsWith('anonymous')) {
    setUser({ id: name });
    setTag('only', name);
    addBreadcrumb({ message: `${name} came` });
  }
  await fetch(`${process.env.E2E_GATE}/${name}`, { cache: 'no-store' });
  captureMessage(`${name} by hand`);
  throw new Error(`${name} failed`);
}
