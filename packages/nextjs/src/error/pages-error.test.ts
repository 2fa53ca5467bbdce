import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PagesErrorPage } from './error.tsx';

const render = (props: Parameters<typeof PagesErrorPage>[0]) =>
  renderToString(createElement(PagesErrorPage, props)).replaceAll('<!-- -->', '');

test('shows only the digest of a server error', () => {
  const err = Object.assign(new RangeError('no price for A-1'), { digest: '3131397831' });
  const props = PagesErrorPage.getInitialProps({ res: { statusCode: 500 }, err });
  expect(props).toEqual({ statusCode: 500, digest: '3131397831' });
  const html = render(props);
  expect(html).toContain('Application error: a server-side exception has occurred');
  expect(html).toContain(`Digest: ${props.digest}`);
  expect(html).not.toContain('A-1');
});

test('an unreported error has no number', () => {
  const props = PagesErrorPage.getInitialProps({ res: { statusCode: 500 }, err: new Error('x') });
  expect(props).toEqual({ statusCode: 500 });
  expect(render(props)).not.toContain('Digest');
});

test('shows the usual message for a browser error and reports it', () => {
  const err = new TypeError('This product has no sizes');
  const props = PagesErrorPage.getInitialProps({ err });
  expect(props).toEqual({ statusCode: 500, error: err });
  expect(render(props)).toContain('Application error: a client-side exception has occurred');
});

test.each([
  [404, 'This page could not be found.'],
  [405, 'This page could not be loaded (405).'],
])('an answer with %i is no error', (statusCode, text) => {
  const props = PagesErrorPage.getInitialProps({ res: { statusCode } });
  expect(render(props)).toContain(text);
  expect(render(props)).not.toContain('Application error');
});

test('is shown for any thrown value', () => {
  for (const err of ['text', null, 7, Object.freeze(new Error('frozen')), {}]) {
    const props = PagesErrorPage.getInitialProps({ res: { statusCode: 500 }, err: err as Error });
    expect(render(props)).toContain('Application error');
  }
});
