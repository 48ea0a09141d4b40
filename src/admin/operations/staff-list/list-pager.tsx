import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

/** The pages before and after; a way that there is not keeps its place. */
export function ListPager({ previous, next }: { previous: string | null; next: string | null }) {
  if (previous === null && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex justify-end gap-2">
      <Way to={previous} label="Previous page">
        <ChevronLeft size={16} aria-hidden />
        Previous
      </Way>
      <Way to={next} label="Next page">
        Next
        <ChevronRight size={16} aria-hidden />
      </Way>
    </nav>
  );
}

function Way({ to, label, children }: { to: string | null; label: string; children: React.ReactNode }) {
  const look = 'btn btn-line btn-sm !min-h-10 md:!min-h-9';
  return to === null ? (
    <span className={`${look} border-dashed font-normal text-ink-3`} aria-hidden>
      {children}
    </span>
  ) : (
    <Link to={to} aria-label={label} className={look}>
      {children}
    </Link>
  );
}
