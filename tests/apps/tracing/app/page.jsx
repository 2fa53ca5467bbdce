import Link from 'next/link';

export default function Page() {
  return ['7', '8'].map((id) => (
    <Link key={id} href={`/orders/${id}`} prefetch={false}>
      Order {id}
    </Link>
  ));
}
