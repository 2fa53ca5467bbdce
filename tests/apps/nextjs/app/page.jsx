'use client';

function seatPrice(seats) {
  const { first } = seats;
  for (const seat of seats.upgrades ?? []) seat.price += first.price;
  return first.price;
}

function chooseSeat() {
  seatPrice({});
}

export default function Page() {
  return (
    <button id="fail" onClick={chooseSeat}>
      Choose a seat for {seatPrice({ first: { price: 12 } })}
    </button>
  );
}
