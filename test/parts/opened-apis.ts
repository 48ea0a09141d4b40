// APIs that tests have opened and not closed. One that nobody closes asks its database for ever, and keeps it and all that
// listens to it in memory: files share a worker.
type Open = { close(): Promise<void> | void };

const opened: Open[] = [];

export function recordOpened(api: Open): void {
  opened.push(api);
}

export function countOpened(): number {
  return opened.length;
}

/** Closes those that were opened since there were so many. */
export async function closeOpened(since: number): Promise<void> {
  for (const api of opened.splice(since)) await api.close();
}
