/** Shown for every invalid link, without the reason. */
export const invalidLink = {
  title: 'This link does not work',
  text: 'The link has expired, was revoked or is incomplete. Ask the sender for a new one.',
};

/** The same as a static document, for responses before rendering. */
export const invalidLinkPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${invalidLink.title} · Seismo</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; background: light-dark(#faf9f7, #12110f); color: light-dark(#1f1e1b, #f2f0ec) }
main { max-width: 56ch; margin: 0 auto; padding: 20vh 16px 16px }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.25 }
p { margin: 0; color: light-dark(#5b5853, #a5a19a) }
</style>
</head>
<body><main><h1>${invalidLink.title}</h1><p>${invalidLink.text}</p></main></body>
</html>
`;
