import type { PlatformId } from '../platforms.ts';
import { any } from './any.ts';
import { angular, plain, react, svelte, vue } from './browser.ts';
import { flutter, reactNative } from './mobile.ts';
import { nextjs } from './nextjs.ts';
import { django, dotnet, elixir, go, java, laravel, native, node, php, python, rails, ruby, rust } from './server.ts';
import type { Step } from './step.ts';

/** How to report from each platform with Sentry's SDK: install, start, throw. Shown with the real DSN inside. */
export const snippets: Record<PlatformId, (dsn: string) => Step[]> = {
  'javascript-nextjs': nextjs,
  'javascript-react': react,
  javascript: plain,
  'javascript-vue': vue,
  'javascript-svelte': svelte,
  'javascript-angular': angular,
  node,
  python,
  'python-django': django,
  php,
  'php-laravel': laravel,
  ruby,
  'ruby-rails': rails,
  go,
  java,
  rust,
  native,
  elixir,
  dotnet,
  'react-native': reactNative,
  flutter,
  other: any,
};
