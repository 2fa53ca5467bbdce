import { headers } from 'next/headers';

export default async function Page() {
  await headers();
  throw new RangeError('Nothing to see under a strict policy');
}
