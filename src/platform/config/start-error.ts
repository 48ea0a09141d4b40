/** A fault of the operator's making: shown as one sentence, without a stack, and the process ends with code 1. */
export class StartError extends Error {}
