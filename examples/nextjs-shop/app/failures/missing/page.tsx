import { connection } from 'next/server';
import { notFound } from 'next/navigation';

export default async function Missing() {
  await connection();
  notFound();
}
