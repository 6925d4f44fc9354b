import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1alpha2ResourceClass } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateParametersRef } from '../../shared/devices/class-claims.ts';
import { validateDriver } from '../../shared/devices/names.ts';
import { validateNodeSelector } from '../../shared/node-selector-validation.ts';
import { column, tableOf } from '../../shared/table.ts';

/** A sort of resources, by which claims asked for them up to 1.30. */
export function resourceClass({ dialect }: KindDependencies): KindRules<ResourceV1alpha2ResourceClass> {
  return {
    group: fillPlaceholders(dialect, 'resource.{api}'),
    kind: 'ResourceClass',
    validateName: nameIsDnsSubdomain,
    validateCreate: validate,
    validateUpdate: validate,
    deletion: { answersWithObject: true },
    table: tableOf([
      column('DriverName', 'string', 'The driver that provides them.', ({ driverName }) => driverName),
    ]),
  };
}

const validate = ({
  driverName,
  parametersRef,
  suitableNodes: nodes,
}: ResourceV1alpha2ResourceClass): FieldError[] => [
  ...validateDriver(driverName, FieldPath.of('driverName')),
  ...(parametersRef === undefined ? [] : validateParametersRef(parametersRef, FieldPath.of('parametersRef'))),
  ...(nodes === undefined ? [] : validateNodeSelector(nodes, FieldPath.of('suitableNodes'))),
];
