import type { Metadata } from 'next';
import { Page } from '#shell/page.tsx';
import { Gallery } from '#features/gallery/gallery.tsx';

export const metadata: Metadata = { title: 'Gallery' };

/** For developers of the dashboard; `proxy.ts` hides it otherwise. */
export default function GalleryPage() {
  return (
    <Page title="Gallery" state="Every part of the interface, in every state.">
      <Gallery />
    </Page>
  );
}
