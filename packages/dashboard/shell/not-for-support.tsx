import { notFound } from 'next/navigation';
import { viewer } from '#server/viewer.ts';
import { isSupportOnly } from './is-support-only.ts';

/** On pages of which who only looks up error codes sees nothing: nor that they are there. */
export async function NotForSupport() {
  if (isSupportOnly(await viewer())) notFound();
  return null;
}
