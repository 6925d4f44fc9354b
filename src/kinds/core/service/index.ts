import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import { nameIsDns1035Label } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { proxy } from '../../shared/connection.ts';
import { applyDefaults } from './defaults.ts';
import { selectableFields } from './fields.ts';
import { applyReadDefaults } from './read-defaults.ts';
import { statusRules } from './status.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { serviceValidation } from './validation.ts';

/** One name and address for whatever pods there are. */
export function service({ dialect, gates }: KindDependencies): KindRules<CoreV1Service> {
  return {
    group: '',
    kind: 'Service',
    applyDefaults: (object) => applyDefaults(object, gates),
    applyReadDefaults,
    validateName: nameIsDns1035Label,
    ...strategy,
    ...serviceValidation(dialect, gates),
    status: statusRules,
    subresources: { proxy: proxy('ServiceProxyOptions') },
    allowsCreateOnUpdate: true,
    deletion: { answersWithObject: true },
    ...selectableFields(gates),
    table,
  };
}
