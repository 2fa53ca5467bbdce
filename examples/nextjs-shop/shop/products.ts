export interface Product {
  id: string;
  name: string;
  priceCents: number;
  inStock: number;
}

const products: Product[] = [
  { id: 'kettle', name: 'Kettle', priceCents: 4900, inStock: 12 },
  { id: 'teapot', name: 'Teapot', priceCents: 3450, inStock: 3 },
  { id: 'cup', name: 'Cup', priceCents: 900, inStock: 140 },
];

export const allProducts = async (): Promise<Product[]> => products;

export const productById = async (id: string): Promise<Product | null> =>
  products.find((product) => product.id === id) ?? null;

export const price = (cents: number): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(cents / 100);
