import { BrokenIsland } from '../../../ui/broken-island.tsx';

export default function ClientFailure() {
  return <BrokenIsland />;
}
