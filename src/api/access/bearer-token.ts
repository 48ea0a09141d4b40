/** Another scheme is not meant for the shop: a proxy in front of it may ask for a password of its own. */
export function bearerToken(request: Request): string | null {
  const [scheme, ...token] = request.headers.get('authorization')?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' ? token.join(' ').trim() : null;
}
