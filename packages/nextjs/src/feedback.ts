export * from '@seismo/browser/feedback';
