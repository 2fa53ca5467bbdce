export class ValidationError extends Error {
  override name = 'ValidationError';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

export interface NewCustomer {
  name: string;
  email: string;
  postcode: string;
}

function requirePostcode(postcode: unknown): string {
  if (typeof postcode === 'string' && /^\d{5}$/.test(postcode)) return postcode;
  throw new ValidationError('postcode', `Postcode ${JSON.stringify(postcode)} is not a postcode of DE`);
}

export function readCustomer(input: Record<string, unknown>): NewCustomer {
  return {
    name: String(input['name']),
    email: String(input['email']),
    postcode: requirePostcode(input['postcode']),
  };
}

export function findCustomer(header: string | string[] | undefined) {
  if (typeof header !== 'string') return null;
  const [id, username] = header.split(':');
  return { id: id ?? '', username: username ?? '', email: `${username}@mail.example` };
}
