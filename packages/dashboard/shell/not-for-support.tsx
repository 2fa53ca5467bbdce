import { notFound } from 'next/navigation';
import { viewer } from '#server/viewer.ts';
import { isSupportOnly } from './is-support-only.ts';

/** Answers 404 to the support role, which can only look up error codes. */
export async function NotForSupport() {
  if (isSupportOnly(await viewer())) notFound();
  return null;
}
