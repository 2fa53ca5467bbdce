import type { Metadata } from 'next';
import { SharedShell } from '#features/share/shared-shell.tsx';

export const metadata: Metadata = { title: 'Shared issue', referrer: 'no-referrer' };

export default SharedShell;
