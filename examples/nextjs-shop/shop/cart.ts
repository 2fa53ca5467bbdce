'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { productById } from './products.ts';

const CART_COUNT_MAX = 50;

async function readCart(): Promise<string[]> {
  const stored = (await cookies()).get('cart')?.value ?? '';
  return stored.split(',').filter(Boolean).slice(0, CART_COUNT_MAX);
}

export async function addToCart(form: FormData): Promise<void> {
  const id = form.get('product');
  const product = typeof id === 'string' ? await productById(id) : null;
  if (!product) throw new RangeError('There is no such product to add to a cart');
  const cart = [...(await readCart()), product.id];
  (await cookies()).set('cart', cart.join(','));
  redirect('/cart');
}

export async function cartContent(): Promise<string[]> {
  return readCart();
}

export async function checkOut(): Promise<string> {
  const cart = await readCart();
  if (cart.length === 0) throw new Error('The cart is empty');
  return `order of ${cart.length}`;
}
