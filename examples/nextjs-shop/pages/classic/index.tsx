import Head from 'next/head';
import { BrokenIsland } from '../../ui/broken-island.tsx';

/** The Pages Router, beside the App Router of the rest. */
export default function ClassicPage() {
  return (
    <main>
      <Head>
        <title>Classic · Tea shop</title>
      </Head>
      <h1>A page of the Pages Router</h1>
      <BrokenIsland />
    </main>
  );
}
