import { Search } from 'lucide-react';
import { SearchInput } from '#shell/commands/search-input.tsx';

interface Props {
  label: string;
  placeholder: string;
  value: string;
}

/** A search field for words, with the name `query`. */
export function SearchWords({ label, placeholder, value }: Props) {
  return (
    <div className="relative flex min-w-0 flex-1 items-center">
      <Search size={14} aria-hidden className="pointer-events-none absolute left-2.5 text-faint" />
      <SearchInput
        type="search"
        name="query"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        maxLength={200}
        autoComplete="off"
        className="h-8 w-full rounded-md border border-line bg-surface pr-2 pl-8 text-13 text-ink placeholder:text-muted hover:border-line-strong pointer-coarse:h-11"
      />
    </div>
  );
}
