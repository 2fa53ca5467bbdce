import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TelemetryMigration } from '@seismo/server/parts';

const REFRESH_MS = 1_000;

/**
 * Answers pages and API requests while the telemetry store migrates: with a page that shows the progress and then
 * reloads, or with JSON.
 */
export function answerUpgrading(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  migration: TelemetryMigration,
): void {
  const isPage = method === 'GET' && (headers.accept ?? '').includes('text/html');
  response.writeHead(503, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    'retry-after': '5',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': `default-src 'none'; style-src ${sourceOf(style)}; script-src ${sourceOf(script)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  });
  response.end(isPage ? page(migration, themeOf(headers.cookie)) : JSON.stringify(answer(migration)));
}

/** Such as `step 2 of 2, converting the data: 41%`. */
export function progressOf(migration: TelemetryMigration): string {
  const { step, percent } = answer(migration);
  return `${step.toLowerCase()}: ${percent}%`;
}

function answer({ step, done }: TelemetryMigration) {
  return {
    detail: 'Seismo is upgrading its data. Reports are accepted. Try again when it is done.',
    step: step === 'copy' ? 'Step 1 of 2, copying the data' : 'Step 2 of 2, converting the data',
    percent: Math.min(99, Math.floor(done * 100)),
  };
}

/** Of the cookie that the dashboard sets. */
function themeOf(cookie = ''): string {
  const [, theme] = /(?:^|; )seismo_preferences=(?:[a-z]+\.)*(dark|light)(?:\.|;|$)/.exec(cookie) ?? [];
  return theme ? ` data-theme="${theme}"` : '';
}

/** The colors of packages/dashboard/styles/tokens.css. */
const style = `
:root { color-scheme: light dark; --paper: light-dark(oklch(0.98 0.003 85), oklch(0.18 0.005 70)); --ink: light-dark(oklch(0.25 0.01 70), oklch(0.93 0.005 85)); --muted: light-dark(oklch(0.45 0.01 70), oklch(0.74 0.007 85)); --line: light-dark(oklch(0.905 0.005 85), oklch(0.285 0.006 70)); --accent: light-dark(oklch(0.47 0.082 198), oklch(0.79 0.095 190)); }
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/20px 'Inter Variable', system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 34rem; margin: 0 auto; padding: 20vh 1rem 5rem; }
.brand { display: flex; align-items: center; gap: 8px; margin: 0 0 32px; font-weight: 600; }
.brand svg { color: var(--accent); }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 28px; font-weight: 600; }
p { margin: 0 0 24px; }
progress { display: block; width: 100%; height: 6px; margin: 0 0 8px; border: 0; border-radius: 999px; overflow: hidden; background: var(--line); appearance: none; }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); }
progress::-moz-progress-bar { background: var(--accent); }
.step { display: flex; justify-content: space-between; gap: 16px; color: var(--muted); font-size: 13px; font-variant-numeric: tabular-nums; }
`;

/** The step is announced when it changes, and the percentage by the progress bar. */
const script = `
const [bar, step, percent] = ['bar', 'step', 'percent'].map((id) => document.getElementById(id));
window.setInterval(async () => {
  const response = await fetch(location.href, { headers: { accept: 'application/json' } }).catch(() => null);
  if (response === null) { step.textContent = 'Seismo does not answer at the moment. Its log has the reason.'; return; }
  const now = response.status === 503 ? await response.json().catch(() => null) : null;
  if (typeof now?.percent !== 'number') return location.reload();
  if (step.textContent !== now.step) step.textContent = now.step;
  bar.value = now.percent;
  percent.textContent = now.percent + '%';
}, ${REFRESH_MS});
`;

function page(migration: TelemetryMigration, theme: string): string {
  const { step, percent } = answer(migration);
  return `<!doctype html>
<html lang="en"${theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Upgrading · Seismo</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="brand"><svg width="20" height="20" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><rect x="0.75" y="0.75" width="14.5" height="14.5" rx="3.75"/><path d="M2.5 8.75h3L7 4.25l2 8 1.25-3.5h3.25" stroke-linecap="round" stroke-linejoin="round"/></svg>Seismo</p>
<h1>Seismo is upgrading its data</h1>
<p>Reports are accepted meanwhile. This page opens when the upgrade is done.</p>
<progress id="bar" max="100" value="${percent}" aria-label="Progress of the upgrade"></progress>
<div class="step"><span id="step" role="status">${step}</span><span id="percent" aria-hidden="true">${percent}%</span></div>
</main>
<script>${script}</script>
</body>
</html>
`;
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
