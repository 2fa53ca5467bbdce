export { PagesErrorPage as default } from '@seismo/nextjs/error';
