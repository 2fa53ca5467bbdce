'use client';

/** Renders one thing on the server and another in the browser, as clocks and random numbers do. */
export function Greeting() {
  return <p>{typeof window === 'undefined' ? 'Good day from the server' : 'Good evening from the browser'}</p>;
}
