import { connection } from 'next/server';
import { redirect } from 'next/navigation';

export default async function Redirected() {
  await connection();
  redirect('/cart');
}
