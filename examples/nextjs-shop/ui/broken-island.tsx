'use client';

import { useState } from 'react';

function Sizes({ broken }: { broken: boolean }) {
  if (broken) throw new TypeError('This product has no sizes');
  return <p>One size fits all.</p>;
}

export function BrokenIsland() {
  const [broken, setBroken] = useState(false);
  return (
    <>
      <Sizes broken={broken} />
      <button onClick={() => setBroken(true)}>Choose a size</button>
    </>
  );
}
