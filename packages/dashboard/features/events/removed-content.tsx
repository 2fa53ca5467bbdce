import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Empty } from '#ui/states/empty.tsx';

/** For one event, or for all events of an issue, whose content retention has removed. */
export function RemovedContent({ shortId, project, isOne }: { shortId: string; project: string; isOne: boolean }) {
  return (
    <Empty title={isOne ? 'The content of this event was removed' : 'The content of all events was removed'}>
      <p>
        Because of {isOne ? 'its' : 'their'} age, or to save disk space. {isOne ? 'It is' : 'They are'} still counted.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {isOne ? (
          <Link href={`/issues/${encodeURIComponent(shortId)}`} className={buttonClass()}>
            Latest event
          </Link>
        ) : null}
        <Link href={`/settings/projects/${encodeURIComponent(project)}/limits`} className={buttonClass()}>
          Retention settings
        </Link>
      </div>
    </Empty>
  );
}
