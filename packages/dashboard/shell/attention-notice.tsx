import { OctagonAlert, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

const variants = {
  critical: { Icon: OctagonAlert, wash: 'bg-error-wash', color: 'text-error' },
  warning: { Icon: TriangleAlert, wash: 'bg-warning-wash', color: 'text-warning' },
};

/** For owners and admins: what the server needs of them, such as space on a full disk. */
export async function AttentionNotice() {
  const account = await viewer();
  const found = await runtime().query.attention(account);
  if (found.length === 0) return null;
  return (
    <div role="status">
      <ul aria-label="Needs attention" className="mt-4 flex flex-col gap-2">
        {found.map(({ code, severity, title, advice, link }) => {
          const { Icon, wash, color } = variants[severity];
          return (
            <li key={code} className={`flex gap-x-2 rounded-md px-3 py-2 text-13 ${wash}`}>
              <Icon size={15} aria-hidden className={`mt-0.5 shrink-0 ${color}`} />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-medium">{title}</span> {advice}
                {link && (
                  <>
                    {' '}
                    <Link href={link.href} className="underline">
                      {link.text}
                    </Link>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
