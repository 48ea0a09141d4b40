// Rules of this domain that other domains may use; everything else here is its own.
export { catalogueSubject } from './catalogue-file/audit-subject.rules.ts';
export { alternativesOf } from './license/license-expression.rules.ts';
export { busySeconds, faultSentences, type SavePicture } from './picture/picture.rules.ts';
export { renderAccessText } from './product/access-text.rules.ts';
export { areKnownOptions, type Choice, chooseAgain, chooseVariant, countedAs } from './product/choose-variant.rules.ts';
export { type Fault, type Finding, finding } from './product-input/fault.rules.ts';
export { faultReason, faultSentence, faultsText, toProductFault, toRemark } from './product-input/fault-text.rules.ts';
export { endsBeforePromised } from './product-input/goods.rules.ts';
export { type Held, mergeRow } from './product-input/merge-row.rules.ts';
export { type RowReading, readProductRow, saleFault } from './product-input/product-row.rules.ts';
export { LONGEST_DESCRIPTION, productImg } from './product-input/texts.rules.ts';
export { priceOfVariants, readVariants } from './product-input/variant-list.rules.ts';
export { maskEmail } from './review/review.rules.ts';
