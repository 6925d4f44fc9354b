import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1ResourceSlice } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { deviceRules } from '../../shared/devices/options.ts';
import { column, tableOf } from '../../shared/table.ts';
import { nestedDevices } from './conversion.ts';
import { applyDefaults } from './defaults.ts';
import { validateSlice } from './validation.ts';

/** The release that warns of capitals in names of drivers. */
const warnsSince = '1.35';

/** Some of the devices that a driver offers. */
export function resourceSlice({
  dialect,
  gates,
  clock,
}: KindDependencies): KindRules<ResourceV1ResourceSlice> {
  const rules = deviceRules(gates);
  const group = fillPlaceholders(dialect, 'resource.{api}');
  return {
    group,
    kind: 'ResourceSlice',
    validateName: nameIsDnsSubdomain,
    applyDefaults: (slice) => applyDefaults(slice, clock),
    validateCreate: (slice) => validateSlice(slice, undefined, rules, dialect),
    validateUpdate: (slice, old) => validateSlice(slice, old, rules, dialect),
    warnings: ({ spec: { driver } }) =>
      gates.isIn(warnsSince) && driver !== driver.toLowerCase()
        ? [`spec.driver: driver names should be lowercase; "${driver}" contains uppercase characters`]
        : [],
    tracksGeneration: true,
    countsDroppedChanges: true,
    selectableFields: {
      names: ['spec.nodeName', 'spec.driver'],
      of: ({ spec }) => ({ 'spec.nodeName': spec.nodeName ?? '', 'spec.driver': spec.driver }),
      refusal: (field, apiVersion) =>
        `field label not supported for ${apiVersion}, Kind=ResourceSlice: ${field}`,
    },
    versions: nestedDevices(group, dialect),
    deletion: { answersWithObject: true },
    table: tableOf([
      column('Node', 'string', 'The node that can use the devices.', ({ spec }) => spec.nodeName ?? ''),
      column('Driver', 'string', 'The driver that offers the devices.', ({ spec }) => spec.driver),
      column('Pool', 'string', 'The pool that the devices are in.', ({ spec }) => spec.pool.name),
    ]),
  };
}
