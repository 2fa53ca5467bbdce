'use client';

import { ErrorBoundary } from '@seismo/nextjs/react';
import { BrokenIsland } from '../../../ui/broken-island.tsx';

export default function CaughtFailure() {
  return (
    <ErrorBoundary fallback={({ eventId }) => <p role="status">Sizes are not shown. Event: {eventId}</p>}>
      <BrokenIsland />
    </ErrorBoundary>
  );
}
