import type { ProductType } from '#contract/catalogue/product/product.ts';
import { type Message, msg } from '#language/message.ts';

/** The categories as the menus name them; `hint` says what one finds there. */
export const categoryLinks: Array<{ category: ProductType; label: Message; hint: Message }> = [
  { category: 'solutions', label: msg('Solutions'), hint: msg('Ready-made AI products') },
  { category: 'computing', label: msg('Computing'), hint: msg('GPUs and servers by the hour') },
  { category: 'data', label: msg('Data'), hint: msg('Licensed data sets') },
  { category: 'algorithm', label: msg('Algorithm'), hint: msg('Models and building blocks') },
];
