export interface CartLine {
  sku: string;
  quantity: number;
  product: { name: string; price: number };
}

export function lineTotal(line: CartLine): number {
  return line.product.price * line.quantity;
}

export function cartTotal(lines: CartLine[]): number {
  return lines.reduce((total, line) => total + lineTotal(line), 0);
}
