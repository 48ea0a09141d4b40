// Which topic settles which kind of goods, for all who change orders: the server, the commands and the tests.
import { createSettleGoods, settleFiles } from './entitlement/settle-goods.ts';

export const settleGoods = createSettleGoods({ files: settleFiles });
