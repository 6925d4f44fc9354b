import type { CoreV1Node } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { proxy } from '../../shared/connection.ts';
import { applyDefaults } from './defaults.ts';
import { prepareForStatusUpdate, strategy } from './strategy.ts';
import { nodeTable } from './table.ts';
import { nodeValidation } from './validation.ts';
import { nodeWarnings } from './warnings.ts';

/** A machine that runs pods. */
export function node({ dialect, gates }: KindDependencies): KindRules<CoreV1Node> {
  const { validateCreate, validateUpdate, validateStatusUpdate } = nodeValidation(dialect, gates);
  return {
    group: '',
    kind: 'Node',
    sharesNestedFields: true,
    applyDefaults,
    validateName: nameIsDnsSubdomain,
    ...strategy,
    validateCreate,
    validateUpdate,
    status: { prepareForUpdate: prepareForStatusUpdate, validateUpdate: validateStatusUpdate },
    subresources: { proxy: proxy('NodeProxyOptions') },
    selectableFields: {
      names: ['spec.unschedulable'],
      of: ({ spec }) => ({ 'spec.unschedulable': String(spec.unschedulable ?? false) }),
    },
    ...nodeWarnings(dialect, gates),
    table: nodeTable(dialect, gates.isIn('1.36')),
  };
}
