import { init } from '@seismo/browser';
import { ErrorBoundary, reactErrors, rootHandlers } from '@seismo/nextjs/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';

init({ dsn: 'http://abc@127.0.0.1/7', integrations: [reactErrors()] });

function Broken({ what }: { what: string }): never {
  throw new RangeError(what);
}

function Price() {
  return <p id="price">Price 4</p>;
}

function Shop() {
  const [shown, show] = useState('');
  return (
    <main>
      <h1>Shop</h1>
      <Price />
      <button onClick={() => show('caught')}>caught</button>
      <button onClick={() => show('uncaught')}>uncaught</button>
      <ErrorBoundary fallback={<i>fallen</i>}>
        {shown === 'caught' ? <Broken what="in a boundary" /> : null}
      </ErrorBoundary>
      {shown === 'uncaught' ? <Broken what="in no boundary" /> : null}
    </main>
  );
}

hydrateRoot(document.querySelector('#root')!, <Shop />, rootHandlers());
