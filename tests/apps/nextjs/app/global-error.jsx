'use client';

export default function GlobalError({ error }) {
  return (
    <html lang="en">
      <body>
        <p id="fallback">{error.digest}</p>
      </body>
    </html>
  );
}
