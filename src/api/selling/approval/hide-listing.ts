import { isMailable, type SendMail } from '#mail/mailer.ts';
import { joinTransaction } from '#platform/database/join-transaction.ts';
import { findMembership } from '../../access/member.store.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import { lockSellers, updateListed } from '../listing/listed.store.ts';
import { findSellerOfListing, listMailBoxes, lockListing, recordHiding } from './approval.store.ts';
import { hiddenMail, type MailingShop } from './approval-mails.rules.ts';
import type { ApprovalRefusal } from './approval-refusals.rules.ts';
import { mailedRoles } from './decide-approval.ts';

export type HideDeps = { db: Db; sendMail: SendMail; shop: MailingShop; now: () => Date };

type Hidden = { productId: string; isHidden: boolean } | { refused: ApprovalRefusal };

/** Takes a seller's product out of the catalogue with a reason, or shows it again (`reason` null). Orders of it stay as they are. */
export function hideListing(
  { db, sendMail, shop, now }: HideDeps,
  productId: string,
  reason: string | null,
  accountId: string,
): Promise<Hidden> {
  return joinTransaction(db, async (transaction): Promise<Hidden> => {
    const seller = await findSellerOfListing(transaction, productId);
    if (!seller) return { refused: { code: 'no_such_listing' } };
    await lockSellers(transaction, { sellerId: seller.seller_id });
    // A member who joins the shop at this moment waits for it, or is known here.
    if (await findMembership(transaction, seller.seller_id, accountId)) return { refused: { code: 'own_shop' } };
    const listing = await lockListing(transaction, { sellerId: seller.seller_id, productId });
    if (!listing) return { refused: { code: 'no_such_listing' } };
    const isHidden = reason !== null;
    if (isHidden === (listing.hidden_reason !== null))
      return { refused: { code: isHidden ? 'already_hidden' : 'not_hidden' } };
    await recordHiding(transaction, productId, reason, now());
    await updateListed(transaction, { productIds: [productId] });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: isHidden ? 'listing.hidden' : 'listing.shown',
        subject: { kind: 'listing', id: productId },
        details: {
          by: accountId,
          seller: seller.seller_id,
          ...(isHidden && { reason: [...reason].slice(0, 200).join('') }),
        },
        changes: { hidden: { before: !isHidden, after: isHidden } },
      },
    );
    const mail = hiddenMail(shop, { productId, name: listing.name, sellerAddress: seller.address }, reason);
    for (const to of await listMailBoxes(transaction, seller.seller_id, mailedRoles))
      if (isMailable(to)) await sendMail(transaction, { to, ...mail });
    return { productId, isHidden };
  });
}
