import { visit } from '../../../visit.js';

export default async function Page({ params }) {
  await visit((await params).name);
}
