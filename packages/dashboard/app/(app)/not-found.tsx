import { NotFound } from '#ui/states/not-found.tsx';

export default function NotFoundPage() {
  return <NotFound />;
}
