import { makeBenchDatabase } from '../bench/bench-database.ts';
import { costlyRoutes } from './costly-routes.ts';

const d = await makeBenchDatabase(3_000);
try {
  for (const f of await costlyRoutes(d)) console.log(f.holds ? '  ' : 'NO', f.what, '|', f.measured);
} finally {
  await d.drop();
}
