import { Missing } from '#ui/states/missing.tsx';

export default function NotFound() {
  return <Missing />;
}
