import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { namedVersion } from './conversion.ts';
import { selectableFields } from './fields.ts';
import { eventTable } from './table.ts';
import { eventValidation } from './validation.ts';

/** Something that happened to an object, for people to read; kept for a while. */
export function event({ dialect, gates }: KindDependencies): KindRules<CoreV1Event> {
  return {
    group: '',
    kind: 'Event',
    sharesNestedFields: true,
    checksMetadataLast: gates.isIn('1.24'),
    ...eventValidation(dialect, gates),
    namesOwnGroups: gates.isIn('1.24'),
    takesPlainFinalizers: gates.isIn('1.24'),
    // Who counts an event up need not care whether it is still there.
    allowsCreateOnUpdate: true,
    // Nothing depends on an event.
    deletion: { defaultPropagation: 'none' },
    selectableFields: selectableFields(dialect),
    versions: {
      [`events.${dialect.api}/v1`]: namedVersion,
      [`events.${dialect.api}/v1beta1`]: namedVersion,
    },
    table: eventTable(gates),
  };
}
