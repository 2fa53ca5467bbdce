async function loadTimetable() {
  await Promise.resolve();
  throw new RangeError('The timetable has no such day');
}

export default async function Page() {
  const days = await loadTimetable();
  return <p>{days.length}</p>;
}
