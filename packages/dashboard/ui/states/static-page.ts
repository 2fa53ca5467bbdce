/** A document without scripts, for responses before rendering. */
export const staticPage = ({ title, text }: { title: string; text: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title} · Seismo</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; background: light-dark(#faf9f7, #12110f); color: light-dark(#1f1e1b, #f2f0ec) }
main { max-width: 56ch; margin: 0 auto; padding: 20vh 16px 16px }
svg { display: block; margin-bottom: 24px; color: light-dark(#0c6a70, #5cc9c5) }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.25 }
p { margin: 0; color: light-dark(#5b5853, #a5a19a) }
</style>
</head>
<body><main>
<svg width="28" height="28" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
<rect x=".75" y=".75" width="14.5" height="14.5" rx="3.75"/><path d="M2.5 8.75h3L7 4.25l2 8 1.25-3.5h3.25"/>
</svg>
<h1>${title}</h1><p>${text}</p></main></body>
</html>
`;
