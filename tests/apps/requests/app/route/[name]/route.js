import { visit } from '../../../visit.js';

export const GET = async (_request, { params }) => visit((await params).name);
