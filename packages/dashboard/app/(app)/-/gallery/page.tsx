import type { Metadata } from 'next';
import { Page } from '#shell/page.tsx';
import { Gallery } from '#features/gallery/gallery.tsx';

export const metadata: Metadata = { title: 'Gallery' };

/** For those who build the dashboard; `proxy.ts` shows it to nobody else. */
export default function GalleryPage() {
  return (
    <Page title="Gallery" state="Every part of the interface, in every state.">
      <Gallery />
    </Page>
  );
}
