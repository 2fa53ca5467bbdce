/** What is said of every link that leads to nothing, whatever the reason. */
export const nothingShared = {
  title: 'Nothing is shared here',
  text: 'The link has expired, was ended, or is not complete. Ask whoever sent it for a new one.',
};

/** The same as a document: answered before there is a page, and read without a script. */
export const nothingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${nothingShared.title} · Seismo</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; background: light-dark(#faf9f7, #12110f); color: light-dark(#1f1e1b, #f2f0ec) }
main { max-width: 56ch; margin: 0 auto; padding: 20vh 16px 16px }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.25 }
p { margin: 0; color: light-dark(#5b5853, #a5a19a) }
</style>
</head>
<body><main><h1>${nothingShared.title}</h1><p>${nothingShared.text}</p></main></body>
</html>
`;
