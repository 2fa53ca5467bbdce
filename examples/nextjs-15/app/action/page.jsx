import { bookTrain } from './book-train.js';

export default function ActionPage() {
  return (
    <form action={bookTrain}>
      <button>Book</button>
    </form>
  );
}
