import { z } from 'zod';
import { isCountry } from './countries.ts';

const problem = 'must be the code of a country, such as DE';
const code = () => z.string(problem).max(2, { error: problem, abort: true });

/** ISO 3166-1, two letters. */
export const countrySchema = code().refine(isCountry, problem);

/** The same, or empty where none was said. */
export const countryOrNoneSchema = code().refine((text) => text === '' || isCountry(text), problem);
