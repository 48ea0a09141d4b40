import { dataExportsADay } from '#contract/people/data-export.ts';

/** By account: an export reads all that there is of somebody. */
export const dataExportLimit = {
  name: 'data-exports',
  points: dataExportsADay,
  duration: 24 * 60 * 60,
  refusal: `You can ask for ${dataExportsADay} exports in 24 hours. Try again tomorrow.`,
};
