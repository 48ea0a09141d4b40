// Every table of the shop, by shelf, as the stores see them. The tables themselves are made by migrations/.
import type { CatalogueTables } from './catalogue.ts';
import type { GoodsTables } from './goods.ts';
import type { MoneyTables } from './money.ts';
import type { OperationsTables } from './operations.ts';
import type { OrderingTables } from './ordering.ts';
import type { PeopleTables } from './people.ts';
import type { SellingTables } from './selling.ts';

export type ApiTables = CatalogueTables &
  SellingTables &
  OrderingTables &
  MoneyTables &
  GoodsTables &
  PeopleTables &
  OperationsTables;
