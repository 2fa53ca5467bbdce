export interface CardToken {
  token: string;
}

/** The card field belongs to the payment provider, whose script rejects with plain objects. */
export function tokenizeCard(number: string): Promise<CardToken> {
  if (number.length < 12) {
    return Promise.reject({
      code: 'card_number_incomplete',
      field: 'number',
      message: 'The card number is incomplete.',
    });
  }
  return Promise.resolve({ token: `tok_${number.slice(-4)}` });
}
