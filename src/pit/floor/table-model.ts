/** What a new table may be like: the chips and limits of a table, or those by default. */
import type { TableModel } from '../../protocol/studio-tables.js';
import type { TableSettings } from '../../round/settings.js';

export const modelOf = (settings: TableSettings): TableModel => {
  const { currency, chips, limits, groupLimits, further = {} } = settings;
  const inFurther: NonNullable<TableModel['further']> = {};
  for (const [name, its] of Object.entries(further)) {
    inFurther[name] = { ...its, chips: [...its.chips] };
  }
  return {
    ...{ currency, chips: [...chips], limits, groupLimits },
    ...(Object.keys(inFurther).length > 0 && { further: inFurther }),
  };
};
