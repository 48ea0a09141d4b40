// The checks of the shop, as the back office and the commands make them: the same rules and words.
import type { Storage } from '#platform/storage/storage.ts';
import { checkGoods } from './goods/release/check-goods.ts';
import { checkLedger } from './money/wallet/check-ledger.ts';
import type { Checks } from './operations/integrity-check/integrity-check.rules.ts';
import { checkCoupons } from './ordering/coupon/check-coupons.ts';
import type { Db } from './schema/db.ts';
import { checkFigures } from './selling/analytics/check-marketplace-analytics.ts';
import { repairFigures } from './selling/analytics/repair-analytics.ts';

export function createChecks({ db, storage }: { db: Db; storage: Storage }): Checks {
  return {
    run: {
      ledger: (looking) => checkLedger(db, looking),
      figures: (looking) => checkFigures(db, looking),
      coupon: (looking) => checkCoupons(db, looking),
      goods: (looking) => checkGoods({ db, storage }, looking),
    },
    repairFigures: () => repairFigures(db),
  };
}
