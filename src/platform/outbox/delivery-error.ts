/** Why something was not taken, in words that can be logged: no addresses, no bodies. */
export class DeliveryError extends Error {
  readonly reason: string;
  /** No later attempt will do better. */
  readonly permanent: boolean;
  constructor(reason: string, permanent: boolean) {
    super(reason);
    this.reason = reason;
    this.permanent = permanent;
  }
}
