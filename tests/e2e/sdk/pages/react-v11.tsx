import { useState } from 'react';
import * as Sentry from '@sentry/react';
import { createRoot } from 'react-dom/client';
import './settings.ts';

Sentry.init({ ...window.e2eSettings, release: 'e2e-react@1.0.0', environment: 'e2e' });
Sentry.setUser({ id: 'u-2', email: 'ben@mail.example' });

interface Address {
  city: { name: string };
}

function cityOf(address: Address): string {
  return address.city.name.toUpperCase();
}

function AddressCard({ address }: { address: Address }) {
  return <p>{cityOf(address)}</p>;
}

function App() {
  const [shown, setShown] = useState(false);
  return (
    <Sentry.ErrorBoundary
      fallback={<p id="fallback">The address cannot be shown.</p>}
      beforeCapture={(scope) => scope.setTag('boundary', 'address')}
    >
      <button id="fail" onClick={() => setShown(true)}>
        Show
      </button>
      {shown && <AddressCard address={{} as Address} />}
    </Sentry.ErrorBoundary>
  );
}

createRoot(document.querySelector('#root')!).render(<App />);
window.e2eFlush = () => Sentry.flush(30_000);
