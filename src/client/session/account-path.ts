/** Address of an account screen that remembers where the visitor wanted to go. */
export function accountPath(screen: 'login' | 'register' | 'forgotPassword', returnUrl: string | null): string {
  const path = `/account/${screen}`;
  return returnUrl ? `${path}?${new URLSearchParams({ returnUrl })}` : path;
}

/** Where a visitor signs in, to come back afterwards to an address of this site. */
export function loginPath(returnUrl: string): string {
  return accountPath('login', returnUrl);
}
