// Addresses that browsers accept in an e-mail field (the HTML standard's expression), so that both say the same.
const email =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** True if the text can be an e-mail address; spaces around it do not matter. */
export function isEmail(text: string): boolean {
  return email.test(text.trim());
}
