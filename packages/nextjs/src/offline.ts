export * from '@seismo/browser/offline';
