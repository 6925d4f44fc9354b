import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1alpha2ResourceClaimTemplate } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateClassClaim } from '../../shared/devices/class-claims.ts';
import { validateTemplateMetadata } from '../../shared/devices/template-metadata.ts';
import { column, tableOf } from '../../shared/table.ts';
import { unchanged } from '../../shared/unchanged.ts';

const specPath = FieldPath.of('spec');

/** A model of the claims for resources of a class that are made for pods. */
export function classClaimTemplate({
  dialect,
}: KindDependencies): KindRules<ResourceV1alpha2ResourceClaimTemplate> {
  const validate = ({ spec }: ResourceV1alpha2ResourceClaimTemplate) => [
    ...validateTemplateMetadata(spec.metadata, specPath.child('metadata')),
    ...validateClassClaim(spec.spec, specPath.child('spec')),
  ];
  return {
    group: fillPlaceholders(dialect, 'resource.{api}'),
    kind: 'ResourceClaimTemplate',
    validateName: nameIsDnsSubdomain,
    validateCreate: validate,
    validateUpdate: (template, old) => [
      ...validate(template),
      ...unchanged(template.spec, old.spec, specPath),
    ],
    deletion: { answersWithObject: true },
    table: tableOf([
      column(
        'ResourceClassName',
        'string',
        'The class of the resource.',
        ({ spec }) => spec.spec.resourceClassName,
      ),
      column('AllocationMode', 'string', 'When it is given.', ({ spec }) => spec.spec.allocationMode ?? ''),
    ]),
  };
}
