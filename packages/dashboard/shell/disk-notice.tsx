import { OctagonAlert } from 'lucide-react';
import { bytes } from '#ui/count.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

/** For owners and admins: the server refuses reports because its disk is full. */
export async function DiskNotice() {
  const account = await viewer();
  const disk = await runtime().query.diskSpace(account);
  if (!disk?.isFull) return null;
  return (
    <p role="status" className="mt-4 flex gap-x-2 rounded-md bg-error-wash px-3 py-2 text-13">
      <OctagonAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-error" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {disk.isBudgetUsed ? (
          <>
            <span className="font-medium">The disk budget is used up, so new reports are refused.</span> Seismo uses{' '}
            {bytes(disk.usedBytes)} of {bytes(disk.budgetBytes)} and is removing repeated events. If this stays, delete
            uploads or projects, or raise <code>SEISMO_DISK_BUDGET</code>.
          </>
        ) : (
          <>
            <span className="font-medium">The disk is full, so new reports are refused.</span> {bytes(disk.freeBytes)}{' '}
            is free; Seismo needs {bytes(disk.floorBytes)}. Free up space on the server, or delete projects or issues.
            Seismo accepts reports again once there is enough space.
          </>
        )}
      </span>
    </p>
  );
}
