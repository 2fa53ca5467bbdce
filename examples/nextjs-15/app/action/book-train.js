'use server';

export async function bookTrain() {
  throw new Error('The train is full');
}
