import { Missing } from '#components/states/missing.tsx';

export default function NotFound() {
  return <Missing />;
}
