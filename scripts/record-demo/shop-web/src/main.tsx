import { createRoot } from 'react-dom/client';
import { startMonitoring } from './monitoring.ts';
import { App } from './App.tsx';
import { loadCustomer } from './account/customer.ts';

startMonitoring();
await loadCustomer();

createRoot(document.getElementById('root')!).render(<App path={location.pathname} />);
