import { visit } from '../../../visit.js';

export const runtime = 'edge';

export const GET = async (_request, { params }) => visit((await params).name);
