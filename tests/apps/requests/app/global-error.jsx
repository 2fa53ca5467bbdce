'use client';

export { GlobalErrorPage as default } from '@seismo/nextjs/error';
