import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { CoordinationV1beta1LeaseCandidate } from '../../../api/schema/types.gen.ts';
import { configMapKey } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { column, tableOf } from '../../shared/table.ts';
import { severalStrategies } from './conversion.ts';
import { candidateValidation } from './validation.ts';

/** Somebody who could hold a lease, for leaders that are chosen rather than faster than others. */
export function leaseCandidate({
  dialect,
  gates,
}: KindDependencies): KindRules<CoordinationV1beta1LeaseCandidate> {
  const group = fillPlaceholders(dialect, 'coordination.{api}');
  return {
    group,
    kind: 'LeaseCandidate',
    takesPlainFinalizers: true,
    validateName: (name) => configMapKey(name),
    ...candidateValidation(gates),
    allowsCreateOnUpdate: true,
    requiresResourceVersion: true,
    versions: { [`${group}/v1alpha1`]: severalStrategies },
    table: tableOf([
      column('LeaseName', 'string', 'The lease that it could hold.', ({ spec }) => spec.leaseName),
      column('BinaryVersion', 'string', 'The version of its program.', ({ spec }) => spec.binaryVersion),
      column(
        'EmulationVersion',
        'string',
        'The version that it behaves like.',
        ({ spec }) => spec.emulationVersion ?? '',
      ),
    ]),
  };
}
