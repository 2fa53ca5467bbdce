'use client';

function seatPrice(seats) {
  return seats.first.price;
}

function chooseSeat() {
  seatPrice({});
}

export default function Page() {
  return (
    <button id="fail" onClick={chooseSeat}>
      Choose a seat
    </button>
  );
}
