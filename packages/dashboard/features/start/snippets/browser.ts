import { initOf, install, thrown, type Step } from './step.ts';

const first = 'Initialize it before anything else';

export function plain(dsn: string): Step[] {
  return [
    install('npm install @sentry/browser'),
    { says: first, code: `import * as Sentry from '@sentry/browser';\n\n${initOf(dsn)}` },
    thrown(`setTimeout(() => { throw new Error('Hello, Seismo'); });`, 'Throw an error, for example in the console'),
  ];
}

export function react(dsn: string): Step[] {
  return [
    install('npm install @sentry/react'),
    {
      says: 'Initialize it first in your entry file (src/main.tsx with Vite)',
      code: `import * as Sentry from '@sentry/react';\n\n${initOf(dsn)}`,
    },
    {
      says: 'Report errors from error boundaries (React 19)',
      code: `const root = createRoot(container, {\n  onUncaughtError: Sentry.reactErrorHandler(),\n  onCaughtError: Sentry.reactErrorHandler(),\n  onRecoverableError: Sentry.reactErrorHandler(),\n});`,
    },
    thrown(`<button onClick={() => { throw new Error('Hello, Seismo'); }}>Break it</button>`),
  ];
}

export function vue(dsn: string): Step[] {
  return [
    install('npm install @sentry/vue'),
    {
      says: 'Initialize it before mounting the app, src/main.ts',
      code: `import { createApp } from 'vue';\nimport * as Sentry from '@sentry/vue';\nimport App from './App.vue';\n\nconst app = createApp(App);\n\nSentry.init({\n  app,\n  dsn: ${JSON.stringify(dsn)},\n});\n\napp.mount('#app');`,
    },
    thrown(`<button @click="() => { throw new Error('Hello, Seismo'); }">Break it</button>`),
  ];
}

export function svelte(dsn: string): Step[] {
  return [
    install('npm install @sentry/svelte'),
    {
      says: 'Initialize it before mounting the app, src/main.ts',
      code: `import * as Sentry from '@sentry/svelte';\n\n${initOf(dsn)}`,
    },
    thrown(`<button onclick={() => { throw new Error('Hello, Seismo'); }}>Break it</button>`),
  ];
}

export function angular(dsn: string): Step[] {
  return [
    install('npm install @sentry/angular'),
    {
      says: 'Initialize it first in src/main.ts',
      code: `import * as Sentry from '@sentry/angular';\n\n${initOf(dsn)}`,
    },
    {
      says: 'Report errors that Angular catches: add this provider to src/app/app.config.ts',
      code: `import { ErrorHandler } from '@angular/core';\nimport * as Sentry from '@sentry/angular';\n\n{ provide: ErrorHandler, useValue: Sentry.createErrorHandler() },`,
    },
    thrown(
      `breakIt() {\n  throw new Error('Hello, Seismo');\n}`,
      'Throw an error in a method of a component, called by <button (click)="breakIt()">',
    ),
  ];
}
