import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1DeviceClass } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { nameIsLongName } from '../../shared/declared-formats.ts';
import { validateConfiguration } from '../../shared/devices/configuration.ts';
import { validateList } from '../../shared/devices/lists.ts';
import { deviceRules } from '../../shared/devices/options.ts';
import { validateSelectors } from '../../shared/devices/selectors.ts';
import { isExtendedResource } from '../../shared/resources/names.ts';
import { tableOf } from '../../shared/table.ts';

const specPath = FieldPath.of('spec');
const maxConfigurations = 32;

/** A sort of devices, by which claims ask for them. */
export function deviceClass({ dialect, gates }: KindDependencies): KindRules<ResourceV1DeviceClass> {
  const { expressions } = deviceRules(gates);

  const validate = function* (
    { spec }: ResourceV1DeviceClass,
    isStored: boolean,
  ): Interruptible<FieldError[]> {
    const { selectors, config, extendedResourceName: name } = spec;
    const isUnknown = name !== undefined && !isExtendedResource(name, dialect);
    return [
      ...(yield* validateSelectors(selectors, specPath.child('selectors'), expressions, isStored)),
      ...validateList(config, maxConfigurations, specPath.child('config'), (each, own) =>
        validateConfiguration(each, own, isStored),
      ),
      ...(isUnknown
        ? [invalid(specPath.child('extendedResourceName'), name, 'must be a valid extended resource name')]
        : []),
    ];
  };

  return {
    group: fillPlaceholders(dialect, 'resource.{api}'),
    kind: 'DeviceClass',
    validateName: nameIsLongName,
    validateInSteps: {
      create: (object) => validate(object, false),
      update: (object) => validate(object, true),
    },
    tracksGeneration: true,
    deletion: { answersWithObject: true },
    table: tableOf([]),
  };
}
