import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { SchedulingV1PriorityClass } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { ageColumn, column, tableOf } from '../../shared/table.ts';
import { isSystemPriorityClass } from './system-classes.ts';
import { validatePriorityClass, validatePriorityClassUpdate } from './validation.ts';

const policyColumn = column<SchedulingV1PriorityClass>(
  'PreemptionPolicy',
  'string',
  'Whether its pods may take the place of others.',
  ({ preemptionPolicy }) => preemptionPolicy ?? '',
);

/** Names a scheduling priority: pods with a higher value are scheduled first. */
export function priorityClass({ dialect, gates }: KindDependencies): KindRules<SchedulingV1PriorityClass> {
  return {
    group: fillPlaceholders(dialect, 'scheduling.{api}'),
    kind: 'PriorityClass',
    validateName: nameIsDnsSubdomain,
    validateCreate: validatePriorityClass,
    validateUpdate: (priority, old) => validatePriorityClassUpdate(priority, old, gates),
    // The generation is always 1.
    tracksGeneration: true,
    specOf: () => undefined,
    deletion: {
      refuses: (name) =>
        isSystemPriorityClass(name) ? 'this is a system priority class and cannot be deleted' : undefined,
    },
    table: tableOf([
      column('Value', 'integer', 'The number; higher goes first.', ({ value }) => value),
      column(
        'Global-Default',
        'boolean',
        'Whether pods that name no class get this one.',
        ({ globalDefault }) => globalDefault ?? false,
      ),
      ...(gates.isIn('1.32') ? [ageColumn, policyColumn] : []),
    ]),
  };
}
