async function loadOrder(id) {
  const answer = await fetch(`${process.env.E2E_ORDERS}/orders/${id}`);
  if (!answer.ok) throw new Error(`Order ${id} could not be loaded`);
  return answer.json();
}

export default async function Page({ params }) {
  const { state } = await loadOrder((await params).id);
  return <p>{state}</p>;
}
