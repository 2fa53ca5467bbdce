import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';

interface Props {
  /** "Selected issues". */
  label: string;
  /** 0 hides the toolbar. */
  count: number;
  isPageSelected: boolean;
  /** Selects or clears the whole page. */
  onSetPage: (checked: boolean) => void;
  /** How many results "Select all" would select, or `null` if that is the page. */
  allCount?: number | null;
  onSelectAll?: () => void;
  /** The actions for the selected rows. */
  children: ReactNode;
}

/** Says how many rows of a list are selected, and has their actions. */
export function SelectionToolbar(props: Props) {
  const { label, count, isPageSelected, onSetPage, allCount = null, onSelectAll, children } = props;
  return (
    <div
      hidden={count === 0}
      role="toolbar"
      aria-label={label}
      // On wide screens it covers the column headings: moving fifty rows down would take longer than the rest of the
      // update.
      className="sticky top-0 z-10 xl:h-0"
    >
      <div className="flex min-h-11 flex-wrap items-center gap-1.5 border-b border-line bg-paper py-1.5 xl:min-h-[33px] xl:gap-1 xl:py-0.5">
        <span className="mr-2 pl-2 text-13 font-medium" role="status">
          {count > 0 && `${count} selected`}
        </span>
        {children}
        {isPageSelected ? null : (
          <Button small variant="quiet" onClick={() => onSetPage(true)}>
            Select page
          </Button>
        )}
        {allCount === null ? null : (
          <Button small variant="quiet" onClick={onSelectAll}>
            Select all {allCount}
          </Button>
        )}
        <Button small variant="quiet" onClick={() => onSetPage(false)}>
          Clear
        </Button>
      </div>
    </div>
  );
}
