function readTicket(text) {
  if (text === '') throw new SyntaxError('The ticket is empty');
  return text;
}

export async function POST(request) {
  const ticket = readTicket(await request.text());
  return Response.json({ ticket });
}

export async function PUT(request) {
  const old = readTicket(await request.text());
  return Response.json({ old });
}
