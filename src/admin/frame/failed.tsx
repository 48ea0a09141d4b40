import { useRouteError } from 'react-router';
import { isLoadFailure } from '#client/connection.ts';

/** A screen that could not be drawn, or whose file could not be loaded: the rail stays beside it. */
export function Failed() {
  const error = useRouteError();
  return (
    <div className="grid justify-items-start gap-4 py-6">
      <title>This screen could not be opened | Back office</title>
      <h1 className="page-title">This screen could not be opened</h1>
      <p className="text-ink-2">
        {isLoadFailure(String(error)) ? 'A part of it could not be loaded.' : 'There is a fault in it.'} Nothing was
        changed.
      </p>
      <a className="btn btn-primary" href={window.location.pathname + window.location.search}>
        Try again
      </a>
    </div>
  );
}
