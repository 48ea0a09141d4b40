/** Sentence for an owner who would leave a shop, in which others work, without one. */
export function lastOwnerSentence(shop: string): string {
  return `Others work in ${shop}, and you are its only owner. Make one of them an owner, or close the shop, then delete your account.`;
}
