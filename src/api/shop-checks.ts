// The checks of the shop, as the back office and the commands make them: the same rules and words.
import type { Storage } from '#platform/storage/storage.ts';
import type { Checks } from './check/check.rules.ts';
import { checkCoupons } from './coupon/check-coupons.ts';
import type { Db } from './db.ts';
import { checkFigures } from './figures/check-shop-figures.ts';
import { repairFigures } from './figures/repair-figures.ts';
import { checkGoods } from './release/check-goods.ts';
import { checkLedger } from './wallet/check-ledger.ts';

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
