import type { ReactNode } from 'react';
import { Desk } from '#shell/app-shell.tsx';

export default function DeskLayout({ children }: { children: ReactNode }) {
  return <Desk>{children}</Desk>;
}
