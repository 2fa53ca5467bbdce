import { initOf, install, throwStep, type Step } from './step.ts';

const first = 'Initialize it before anything else';

export function plain(dsn: string): Step[] {
  return [
    install('npm install @sentry/browser'),
    { title: first, code: `import * as Sentry from '@sentry/browser';\n\n${initOf(dsn)}` },
    throwStep(`setTimeout(() => { throw new Error('Hello, Seismo'); });`, 'Throw an error, for example in the console'),
  ];
}

export function react(dsn: string): Step[] {
  return [
    install('npm install @sentry/react'),
    {
      title: 'Initialize it first in your entry file (src/main.tsx with Vite)',
      code: `import * as Sentry from '@sentry/react';\n\n${initOf(dsn)}`,
    },
    {
      title: 'Report errors from error boundaries (React 19)',
      code: `const root = createRoot(container, {\n  onUncaughtError: Sentry.reactErrorHandler(),\n  onCaughtError: Sentry.reactErrorHandler(),\n  onRecoverableError: Sentry.reactErrorHandler(),\n});`,
    },
    throwStep(`<button onClick={() => { throw new Error('Hello, Seismo'); }}>Break it</button>`),
  ];
}

export function vue(dsn: string): Step[] {
  return [
    install('npm install @sentry/vue'),
    {
      title: 'Initialize it before mounting the app, src/main.ts',
      code: `import { createApp } from 'vue';\nimport * as Sentry from '@sentry/vue';\nimport App from './App.vue';\n\nconst app = createApp(App);\n\nSentry.init({\n  app,\n  dsn: ${JSON.stringify(dsn)},\n});\n\napp.mount('#app');`,
    },
    throwStep(`<button @click="() => { throw new Error('Hello, Seismo'); }">Break it</button>`),
  ];
}

export function svelte(dsn: string): Step[] {
  return [
    install('npm install @sentry/svelte'),
    {
      title: 'Initialize it before mounting the app, src/main.ts',
      code: `import * as Sentry from '@sentry/svelte';\n\n${initOf(dsn)}`,
    },
    throwStep(`<button onclick={() => { throw new Error('Hello, Seismo'); }}>Break it</button>`),
  ];
}

export function angular(dsn: string): Step[] {
  return [
    install('npm install @sentry/angular'),
    {
      title: 'Initialize it first in src/main.ts',
      code: `import * as Sentry from '@sentry/angular';\n\n${initOf(dsn)}`,
    },
    {
      title: 'Report errors that Angular catches: add this provider to src/app/app.config.ts',
      code: `import { ErrorHandler } from '@angular/core';\nimport * as Sentry from '@sentry/angular';\n\n{ provide: ErrorHandler, useValue: Sentry.createErrorHandler() },`,
    },
    throwStep(
      `breakIt() {\n  throw new Error('Hello, Seismo');\n}`,
      'Throw an error in a method of a component, called by <button (click)="breakIt()">',
    ),
  ];
}
