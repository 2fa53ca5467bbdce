import { NotFound } from '#ui/states/not-found.tsx';
import { AppShell } from '#shell/app-shell.tsx';
import { Document, documentMetadata, documentViewport } from './document.tsx';
import '../styles/app.css';

export const metadata = documentMetadata;
export const viewport = documentViewport;

/**
 * An address that leads nowhere, by itself or as `proxy.ts` says. Strangers are led to the door, as from any page. A
 * document of its own: the framework sends `not-found.tsx` along with every page below it, and this would be the whole
 * desk a second time.
 */
export default function NotFoundPage() {
  return (
    <Document>
      <AppShell>
        <NotFound />
      </AppShell>
    </Document>
  );
}
