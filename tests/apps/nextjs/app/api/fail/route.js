function readTicket(text) {
  if (text === '') throw new SyntaxError('The ticket is empty');
  return text;
}

export async function POST(request) {
  return Response.json({ ticket: readTicket(await request.text()) });
}
