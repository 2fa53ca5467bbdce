import type { GetServerSideProps } from 'next';

export const getServerSideProps: GetServerSideProps<{ offers: string[] }> = async () => ({
  props: { offers: await readOffers() },
});

async function readOffers(): Promise<string[]> {
  throw new RangeError('The classic offers could not be loaded');
}

export default function ClassicOffers({ offers }: { offers: string[] }) {
  return (
    <ul>
      {offers.map((offer) => (
        <li key={offer}>{offer}</li>
      ))}
    </ul>
  );
}
