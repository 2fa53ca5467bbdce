import { redirect } from 'next/navigation';

/** The proxy has already sent strangers to the sign-in page. */
export default function Home() {
  redirect('/issues');
}
