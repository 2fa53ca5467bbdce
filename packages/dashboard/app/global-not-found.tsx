import { NotFound } from '#ui/states/not-found.tsx';
import { AppShell } from '#shell/app-shell.tsx';
import { Document, documentMetadata, documentViewport } from './document.tsx';
import '../styles/app.css';

export const metadata = documentMetadata;
export const viewport = documentViewport;

/**
 * The 404 page of unknown URLs and of `proxy.ts`. Anonymous visitors are redirected to sign-in. A separate document, because the
 * framework bundles `not-found.tsx` into every page below it.
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
