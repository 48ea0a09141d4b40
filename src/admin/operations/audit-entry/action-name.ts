/** 'seller.suspended' as a person reads it: 'Seller suspended'. */
export function actionName(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
