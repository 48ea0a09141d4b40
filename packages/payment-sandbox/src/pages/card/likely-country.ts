import { isCountry } from '#contract';

/** Where the visitor's browser says it is at home, or '' where it does not say. */
export function likelyCountry(acceptLanguage: string): string {
  const [, region = ''] = acceptLanguage.match(/^[a-z]{2,3}-([A-Z]{2})\b/) ?? [];
  return isCountry(region) ? region : '';
}
