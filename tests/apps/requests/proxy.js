import { withProxyErrors } from '@seismo/nextjs';
import { visit } from './visit.js';

export const proxy = withProxyErrors((request) => visit(request.nextUrl.pathname.split('/').at(-1)));

export const config = { matcher: '/proxy/:name' };
