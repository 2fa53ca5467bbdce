export interface SearchResult {
  sku: string;
  name: string;
}

export function parseResults(body: string): SearchResult[] {
  const answer = JSON.parse(body) as { results: SearchResult[] };
  return answer.results;
}

export async function searchProducts(words: string): Promise<SearchResult[]> {
  const response = await fetch(`/api/search?q=${encodeURIComponent(words)}`);
  return parseResults(await response.text());
}
