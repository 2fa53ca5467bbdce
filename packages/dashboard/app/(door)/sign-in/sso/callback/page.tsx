import type { Metadata } from 'next';
import { SignOnReturn } from '#features/door/sign-on-return.tsx';

export const metadata: Metadata = { title: 'Signing in', referrer: 'no-referrer' };

export default function SignOnReturnPage() {
  return <SignOnReturn />;
}
