// npm run search -- rebuild: the index of the search is made anew.
import { rebuildIndex } from '#api/catalogue/search/update-index.ts';
import { StartError } from '#platform/config/start-error.ts';
import { runCommand, withShop } from './database/shop-database.ts';

const USAGE = `npm run search -- rebuild

  makes the index of the search anew: after a release that says so, or where products are not found that should be.
  The shop may run; until the end the search finds less than there is, lists and pages are as always`;

await runCommand(USAGE, async (args) => {
  if (args.length !== 1 || args[0] !== 'rebuild') throw new StartError('npm run search -- rebuild; --help tells more');
  let done = 0;
  const products = await withShop((database) =>
    rebuildIndex(database, {
      onBatch(some) {
        done += some;
        if (process.stderr.isTTY) process.stderr.write(`\r${done.toLocaleString('en')} products`);
      },
      onLeftOut: ({ product_id, error }) => console.error(`\n${product_id} is left out: ${error.message}`),
    }),
  );
  console.log(`The search knows ${products.toLocaleString('en')} products.`);
  return 0;
});
