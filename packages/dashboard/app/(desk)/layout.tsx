import type { ReactNode } from 'react';
import { Desk } from '#features/frame/desk.tsx';

export default function DeskLayout({ children }: { children: ReactNode }) {
  return <Desk>{children}</Desk>;
}
