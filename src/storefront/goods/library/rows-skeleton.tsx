import { useEffect, useState } from 'react';

const PATIENCE_MS = 200;

/** Rows of the library while they are being loaded, where that takes long enough to be noticed. */
export function RowsSkeleton({ rows = 4 }: { rows?: number }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`mt-4 ${isSlow ? '' : 'invisible'}`}>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className="grid grid-cols-[48px_minmax(0,1fr)] items-center gap-4 border-t py-3.5 last:border-b"
        >
          <div className="skeleton h-9" />
          <div className="grid gap-2">
            <div className="skeleton h-4 w-2/5" />
            <div className="skeleton h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
