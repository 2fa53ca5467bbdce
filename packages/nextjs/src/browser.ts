/** For React without Next, so that `@seismo/nextjs/react` reports to the client that `init` made. */
export * from '@seismo/browser';
