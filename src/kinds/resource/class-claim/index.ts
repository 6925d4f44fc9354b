import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1alpha2ResourceClaim } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateClassClaim } from '../../shared/devices/class-claims.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { column, tableOf } from '../../shared/table.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { singleHandles } from './conversion.ts';
import { validateClassStatus } from './validation.ts';

const specPath = FieldPath.of('spec');

/** A request for a resource of a class, as the releases up to 1.30 have it. */
export function classClaim({ dialect }: KindDependencies): KindRules<ResourceV1alpha2ResourceClaim> {
  const group = fillPlaceholders(dialect, 'resource.{api}');
  return {
    group,
    kind: 'ResourceClaim',
    validateName: nameIsDnsSubdomain,
    prepareForCreate(claim) {
      claim.status = {};
    },
    validateCreate: ({ spec }) => validateClassClaim(spec, specPath),
    prepareForUpdate(claim, old) {
      claim.status = old.status;
    },
    validateUpdate: ({ spec }, old) => unchanged(spec, old.spec, specPath),
    status: { ...statusStrategy, validateUpdate: validateClassStatus },
    versions: { [`${group}/v1alpha1`]: singleHandles },
    deletion: { answersWithObject: true },
    table: tableOf([
      column(
        'ResourceClassName',
        'string',
        'The class of the resource.',
        ({ spec }) => spec.resourceClassName,
      ),
      column('AllocationMode', 'string', 'When it is given.', ({ spec }) => spec.allocationMode ?? ''),
      column('State', 'string', 'Whether it was given, and whether somebody uses it.', stateOf),
    ]),
  };
}

/** `deleted,allocated,reserved`. */
function stateOf({ metadata, status }: ResourceV1alpha2ResourceClaim): string {
  const states = [
    ...(metadata.deletionTimestamp === undefined ? [] : ['deleted']),
    ...(status.allocation === undefined ? [] : ['allocated']),
    ...(status.allocation !== undefined && status.reservedFor?.length ? ['reserved'] : []),
  ];
  return states.join(',') || 'pending';
}
