export function getServerSideProps({ query }) {
  if (query.day === undefined) throw new SyntaxError('The timetable names no day');
  return { props: {} };
}

export default function Timetable() {
  return (
    <button
      onClick={() => {
        throw new EvalError('A click on Next 15');
      }}
    >
      Break it
    </button>
  );
}
