// Which topic settles which kind of goods, for all who change orders: the server, the commands and the tests.
import { createSettleGoods, settleFiles } from './entitlement/settle-goods.ts';
import { settleHours } from './hours/settle-hours.ts';
import { settleAccess } from './provision/settle-access.ts';

export const settleGoods = createSettleGoods({ files: settleFiles, access: settleAccess, hours: settleHours });
