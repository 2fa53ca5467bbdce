import { connection } from 'next/server';

async function loadTrains() {
  await connection();
  throw new RangeError('No trains on Next 15');
}

export default async function BrokenPage() {
  return <p>{await loadTrains()}</p>;
}
