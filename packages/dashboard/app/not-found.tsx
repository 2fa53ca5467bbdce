import { Missing } from '#components/states/missing.tsx';
import { Desk } from '#features/frame/desk.tsx';

/** An address that leads nowhere, by itself or as `proxy.ts` says. Strangers are led to the door, as from any page. */
export default function NotFound() {
  return (
    <Desk>
      <Missing />
    </Desk>
  );
}
