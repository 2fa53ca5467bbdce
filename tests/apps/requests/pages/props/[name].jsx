import { visit } from '../../visit.js';

export const getServerSideProps = ({ params }) => visit(params.name);

export default function Page() {
  return null;
}
