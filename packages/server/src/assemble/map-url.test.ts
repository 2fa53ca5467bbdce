import { expect, test } from 'vitest';
import { mapUrlOf } from './map-url.ts';

test.each([
  ['~/static/app.js', 'app.js.map', '~/static/app.js.map'],
  ['~/static/app.js?v=1', './app.js.map', '~/static/app.js.map'],
  ['~/static/js/app.js', '../../maps/1.map', '~/maps/1.map'],
  ['~/app.js', '../../../1.map', '~/1.map'],
  ['~/app/[slug]/page x.js', 'page x.js.map', '~/app/[slug]/page x.js.map'],
  ['~/static/app.js', '/maps/1.map', '~/maps/1.map'],
  ['https://shop.example/a/b.js', 'b.js.map', 'https://shop.example/a/b.js.map'],
  ['https://shop.example', 'b.js.map', 'https://shop.example/b.js.map'],
  ['https://shop.example/a.js', '//cdn.example/a.map', 'https://cdn.example/a.map'],
  ['app:///main.js', 'main.js.map', 'app:///main.js.map'],
  ['app:///dist/main.js', '/main.js.map', 'app:///main.js.map'],
  ['main.js', 'main.js.map', 'main.js.map'],
  ['dist/main.js', 'main.js.map', 'dist/main.js.map'],
  ['/var/app/main.js', 'main.js.map', '/var/app/main.js.map'],
  ['~/a.js', 'https://maps.example/a.map', 'https://maps.example/a.map'],
  ['~/a.js', 'data:application/json;base64,e30=', ''],
  ['~/a.js', '', ''],
])('%s with %s is %s', (url, reference, expected) => {
  expect(mapUrlOf(url, reference)).toBe(expected);
});
