import type { Metadata } from 'next';
import { SharedFrame } from '#features/share/shared-frame.tsx';

export const metadata: Metadata = { title: 'Shared issue', referrer: 'no-referrer' };

export default SharedFrame;
