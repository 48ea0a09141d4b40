// Words about library tokens: what a buyer's own programs say who they are by. Free of the validator.

/** Prefix of every token: programs made for the Hugging Face Hub send no other. */
export const libraryTokenStart = 'hf_';

/** So many tokens of a customer may be good at once. */
export const libraryTokenMaximum = 20;
