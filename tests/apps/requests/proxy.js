import { withProxyErrors } from '@seismo/nextjs';
import { visit } from './visit.js';

const visited = (request) => visit(request.nextUrl.pathname.split('/').at(-1));
const wrapped = withProxyErrors(visited);

export const proxy = (request) => (request.nextUrl.pathname.startsWith('/proxy') ? wrapped(request) : visited(request));

export const config = { matcher: ['/proxy/:name', '/unwrapped/:name'] };
