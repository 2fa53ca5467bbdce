import { redirect } from 'next/navigation';

/** The proxy has already redirected anonymous visitors to sign-in. */
export default function Home() {
  redirect('/issues');
}
