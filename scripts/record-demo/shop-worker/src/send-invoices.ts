class MailError extends Error {
  override name = 'MailError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

async function deliver(address: string, invoice: string): Promise<void> {
  await Promise.resolve();
  if (!address.includes('@')) throw new MailError(550, `550 mailbox unavailable for invoice ${invoice}`);
}

export function sendInvoices(): void {
  for (const [index, address] of ['ana@mail.example', 'unknown'].entries()) {
    void deliver(address, `2026-${1000 + index}`);
  }
}
