import type { CoreV1LimitRange } from '../../../api/schema/types.gen.ts';
import type { Describer } from '../describer.ts';
import { limitRows, limitTitles } from '../parts/limit-rows.ts';

export const limitRange: Describer<CoreV1LimitRange> = {
  hidesEvents: true,
  describe(to, object) {
    to.field(0, 'Name', object.metadata.name);
    to.field(0, 'Namespace', object.metadata.namespace);
    to.table(0, limitTitles, limitRows(object));
  },
};
