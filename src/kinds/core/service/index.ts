import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import { nameIsDns1035Label, nameIsDnsLabel } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { proxy } from '../../shared/connection.ts';
import { applyDefaults } from './defaults.ts';
import { selectableFields } from './fields.ts';
import { applyReadDefaults } from './read-defaults.ts';
import { statusRules } from './status.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { serviceValidation } from './validation.ts';
import { serviceWarnings } from './warnings.ts';

/** One name and address for whatever pods there are. */
export function service({ dialect, gates }: KindDependencies): KindRules<CoreV1Service> {
  return {
    group: '',
    kind: 'Service',
    applyDefaults: (object) => applyDefaults(object, gates),
    applyReadDefaults: (object) => applyReadDefaults(object, gates),
    validateName: gates.isOn('RelaxedServiceNameValidation') ? nameIsDnsLabel : nameIsDns1035Label,
    ...strategy(gates),
    ...serviceValidation(dialect, gates),
    ...serviceWarnings(dialect, gates),
    status: statusRules(gates),
    subresources: { proxy: proxy('ServiceProxyOptions') },
    allowsCreateOnUpdate: true,
    deletion: { answersWithObject: true },
    ...selectableFields(gates),
    table,
  };
}
