import { visit } from '../../../../visit.js';

export default async function Page({ params }) {
  const { name } = await params;
  return (
    <form
      action={async () => {
        'use server';
        await visit(name);
      }}
    >
      <button>Book</button>
    </form>
  );
}
