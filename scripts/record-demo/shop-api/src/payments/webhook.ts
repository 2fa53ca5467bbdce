interface PaymentEvent {
  type: string;
  paymentId: string;
}

function parsePaymentEvent(body: string): PaymentEvent {
  return JSON.parse(body) as PaymentEvent;
}

export function receiveWebhook(body: string): { accepted: string } {
  const event = parsePaymentEvent(body);
  return { accepted: event.paymentId };
}
