export default function LayoutFailure() {
  return <p>Never seen</p>;
}
