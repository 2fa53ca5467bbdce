import { Greeting } from '../../../ui/greeting.tsx';

export default function HydrationFailure() {
  return (
    <section id="greeting">
      <h1>Welcome</h1>
      <Greeting />
    </section>
  );
}
