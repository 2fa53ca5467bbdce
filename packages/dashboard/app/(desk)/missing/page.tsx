import { notFound } from 'next/navigation';

/** What `proxy.ts` answers with, under the address that was asked for, when it leads nowhere: rendered once, with its 404. */
export default function MissingPage() {
  notFound();
}
