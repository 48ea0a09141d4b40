import { counter } from '#platform/observability/metrics.ts';

/** 'wrong_proof' is another proof than a password or a mailed code; 'limited' is about the address that asks. */
const signInOutcomes = ['success', 'wrong_password', 'wrong_code', 'wrong_proof', 'locked', 'limited'] as const;

export const countSignIn = counter<{ outcome: (typeof signInOutcomes)[number] }>('hearth.sign_ins', {
  description: 'Sign-ins, and proofs of an account that failed or were refused',
  zeros: signInOutcomes.map((outcome) => ({ outcome })),
});
