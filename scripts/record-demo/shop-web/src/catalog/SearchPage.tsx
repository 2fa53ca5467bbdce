import { useState } from 'react';
import { searchProducts, type SearchResult } from './search.ts';

export function SearchPage() {
  const [words, setWords] = useState('');
  const [results, setResults] = useState<SearchResult[]>([]);

  return (
    <main>
      <h1>Search</h1>
      <input id="words" value={words} onChange={(change) => setWords(change.target.value)} />
      <button id="search" onClick={() => void searchProducts(words).then(setResults)}>
        Search
      </button>
      <p>{results.length} found</p>
    </main>
  );
}
