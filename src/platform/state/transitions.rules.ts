// Tables of named transitions: the steps that a thing may take, from which state to which. A store that changes a state takes
// the name of a step, and writes nothing where the table does not have it.

type Transition<State extends string> = {
  readonly from: readonly State[];
  /** Several where what is left of the thing decides. */
  readonly to: State | readonly State[];
};

export type Transitions<State extends string = string> = Readonly<Record<string, Transition<State>>>;

/** A step was taken that the table does not have: a fault of the code, never of whoever asked. */
export class ForbiddenTransition extends Error {
  override name = 'ForbiddenTransition';

  constructor(thing: string, step: string) {
    super(`${thing} is in a state from which it cannot take the step ${step}`);
  }
}

/** True where the step begins in this state. */
export function canTake<State extends string>({ from }: Transition<State>, state: State): boolean {
  return from.includes(state);
}

/** Every change of state that a table has, as `[from, to]`. */
export function changesOf<State extends string>(transitions: Transitions<State>): Array<[State, State]> {
  return Object.values(transitions).flatMap(({ from, to }) =>
    from.flatMap((before) => [to].flat().map((after): [State, State] => [before, after as State])),
  );
}

/** Throws `ForbiddenTransition` unless as many rows were changed as were meant to be. */
export function requireMoved(
  { numUpdatedRows }: { numUpdatedRows: bigint },
  thing: string,
  step: string,
  rows = 1,
): void {
  if (numUpdatedRows !== BigInt(rows)) throw new ForbiddenTransition(thing, step);
}
