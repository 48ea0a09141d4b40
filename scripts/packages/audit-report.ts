/** Result of `npm audit --json`: which packages have known faults, or why it could not be asked. */
type AuditReport =
  | { ran: true; faults: Array<{ name: string; severity: string; advice: string }> }
  | { ran: false; reason: string };

/** Faults below these are shown by npm audit and stop nothing. */
const stopping = new Set(['high', 'critical']);

type Vulnerability = { severity: string; range?: string; via?: Array<string | { title?: string; url?: string }> };
type Answer = {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, Vulnerability>;
  message?: string;
  error?: { code?: string; summary?: string };
};

/** Reads npm's answer. An answer that is no report is a registry that does not offer one, or cannot be reached. */
export function readAuditReport(json: string): AuditReport {
  const answer = parsed(json);
  if (answer?.auditReportVersion === undefined || !answer.vulnerabilities) {
    const reason = answer?.message || answer?.error?.summary || answer?.error?.code || 'npm gave no report';
    return { ran: false, reason };
  }
  const faults = Object.entries(answer.vulnerabilities)
    .filter(([, { severity }]) => stopping.has(severity))
    .map(([name, { severity, range = '', via = [] }]) => ({
      name: `${name} ${range}`.trim(),
      severity,
      advice: via
        .map((cause) => (typeof cause === 'string' ? `by ${cause}` : `${cause.title} ${cause.url}`))
        .join('; '),
    }));
  return { ran: true, faults };
}

function parsed(json: string): Answer | null {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
