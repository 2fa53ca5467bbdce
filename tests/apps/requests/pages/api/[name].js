import { visit } from '../../visit.js';

export default async function handler(request) {
  await visit(request.query.name);
}
