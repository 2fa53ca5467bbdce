export const runtime = 'edge';

export function GET() {
  throw new TypeError('No track at the edge');
}
