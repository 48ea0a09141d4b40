/** Context that the secret of an endpoint is sealed in: sealed for one shop, it opens for no other. */
export function secretBoundTo(sellerId: string): string {
  return `api.provision_endpoint/secret/${sellerId}`;
}

export function answerBoundTo(entitlementId: string): string {
  return `api.access_grant/answer/${entitlementId}`;
}

export function reportBoundTo(sessionId: string): string {
  return `api.machine_session/report/${sessionId}`;
}

export function fieldsBoundTo(sessionId: string): string {
  return `api.machine_session/fields/${sessionId}`;
}
