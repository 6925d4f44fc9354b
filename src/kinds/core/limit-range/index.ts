import { randomUUID } from 'node:crypto';
import type { CoreV1LimitRange } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { applyDefaults } from './defaults.ts';
import { table } from './table.ts';
import { limitRangeValidation } from './validation.ts';

/** Bounds and defaults of what one object of a namespace may use. */
export function limitRange({ dialect, gates }: KindDependencies): KindRules<CoreV1LimitRange> {
  const validate = limitRangeValidation({ dialect, gates });
  const keepsEmptyLists = !gates.isIn('1.33');
  const unlist = ({ spec }: CoreV1LimitRange): void => {
    if (!keepsEmptyLists && spec.limits?.length === 0) spec.limits = null;
  };
  return {
    group: '',
    kind: 'LimitRange',
    applyDefaults,
    validateName: nameIsDnsSubdomain,
    // Unlike other kinds this one needs no name, and a generateName does not count.
    prepareForCreate(range) {
      range.metadata.name ||= randomUUID();
      unlist(range);
    },
    prepareForUpdate: unlist,
    validateCreate: validate,
    validateUpdate: validate,
    allowsCreateOnUpdate: true,
    table,
  };
}
