import { bookSeat } from './book-seat.js';

export default function Page() {
  return (
    <form action={bookSeat}>
      <input type="hidden" name="seat" value="14C" />
      <button id="book">Book</button>
    </form>
  );
}
