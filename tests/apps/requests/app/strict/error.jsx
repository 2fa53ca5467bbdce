'use client';

export { ErrorPage as default } from '@seismo/nextjs/error';
