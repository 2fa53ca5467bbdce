'use server';

export async function bookSeat(form) {
  throw new Error(`Seat ${form.get('seat')} is already booked`);
}
