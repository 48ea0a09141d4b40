/** One request of a fuzz run, as it goes over the wire. */
export type Probe = {
  area:
    | 'api'
    | 'identity'
    | 'hosted login'
    | 'payment page'
    | 'payout page'
    | 'payment API'
    | 'page'
    | 'file'
    | 'outbox';
  /** Route that the request is meant for, such as 'POST /api/review'. Findings are gathered by it. */
  route: string;
  method: string;
  /** With its query, in characters that a request line can hold. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
};

export type ProbeAnswer = {
  status: number;
  headers: Record<string, string>;
  /** Each of them on its own. */
  cookies: string[];
  text: string;
};

/** Sends a probe. Null: no answer came in time. */
export type Send = (probe: Probe) => Promise<ProbeAnswer | null>;
