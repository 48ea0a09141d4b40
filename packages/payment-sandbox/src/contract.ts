// All that the sandbox takes from the room src/contract: what the card of a payment is called, and which countries there are.
export { countries, isCountry } from '../../../src/contract/countries.ts';
export { cardText } from '../../../src/contract/money/amount/card.ts';
export { entryOf } from '../../../src/contract/text/entry-of.ts';
