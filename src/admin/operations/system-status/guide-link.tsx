import { BookOpen } from 'lucide-react';
import { Link } from 'react-router';
import { type GuidePart, guideParts } from '#contract/operations/system-status.ts';

/** The way to what the operator's guide says of a line. */
export function GuideLink({ part, of }: { part: GuidePart; of: string }) {
  return (
    <Link
      to={`/operations#${guideParts[part]}`}
      aria-label={`${of} in the guide`}
      title="In the guide"
      className="inline-flex min-h-6 min-w-6 items-center justify-center rounded-sm text-ink-3 hover:text-ink"
    >
      <BookOpen size={15} strokeWidth={1.6} aria-hidden />
    </Link>
  );
}
