export const dynamic = 'force-dynamic';

export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <meta name="e2e-dsn" content={process.env.E2E_DSN} />
        <meta name="e2e-client" content={process.env.E2E_CLIENT} />
      </head>
      <body>{children}</body>
    </html>
  );
}
