'use client';

export default function ErrorPage({ error }) {
  return <p role="alert">Digest: {error.digest}</p>;
}
