import type { Generated } from 'kysely';
import type { IssueId } from '@seismo/protocol';

export interface SearchTables {
  /** One row for every time that an issue got new texts; the texts themselves are in the engine's own index, under `id`. */
  issue_text: { id: Generated<number>; issue_id: IssueId };
  /** Of which texts an issue has: their hashes, eight bytes each in base64, and their characters. */
  issue_texts: { issue_id: IssueId; hashes: string; telling_chars: number; other_chars: number };
}
