import { connection } from 'next/server';

async function loadOffers(): Promise<string[]> {
  throw new RangeError('The list of offers could not be loaded');
}

export default async function ServerFailure() {
  await connection();
  return <p>{(await loadOffers()).join(', ')}</p>;
}
