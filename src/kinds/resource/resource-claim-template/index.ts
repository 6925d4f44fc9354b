import { equalValues } from '../../../api/json/json-values.ts';
import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1ResourceClaimTemplate } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { validateAdminAccess } from '../../shared/devices/admin-access.ts';
import { validateClaimSpec } from '../../shared/devices/claim-spec.ts';
import { defaultClaimSpec } from '../../shared/devices/defaults.ts';
import { flatClaimTemplates } from '../../shared/devices/flat-requests.ts';
import { shownTemplateSpec } from '../../shared/devices/internal-form.ts';
import { deviceRules } from '../../shared/devices/options.ts';
import { validateTemplateMetadata } from '../../shared/devices/template-metadata.ts';
import { tableOf } from '../../shared/table.ts';

const specPath = FieldPath.of('spec');

/** A model of the claims that are made for pods, one for each pod. */
export function resourceClaimTemplate(
  dependencies: KindDependencies,
): KindRules<ResourceV1ResourceClaimTemplate> {
  const { dialect, gates } = dependencies;
  const rules = deviceRules(gates);
  const group = fillPlaceholders(dialect, 'resource.{api}');
  const validate = function* ({ spec }: ResourceV1ResourceClaimTemplate): Interruptible<FieldError[]> {
    return [
      ...validateTemplateMetadata(spec.metadata, specPath.child('metadata')),
      ...(yield* validateClaimSpec(spec.spec, specPath.child('spec'), rules, false)),
    ];
  };
  return {
    group,
    kind: 'ResourceClaimTemplate',
    validateName: nameIsDnsSubdomain,
    applyDefaults: ({ spec }) => defaultClaimSpec(spec.spec),
    // The field of the claim is named, not that of the template.
    validateCreate: (template) => validateAdminAccess(template, template.spec.spec, specPath, dependencies),
    validateInSteps: {
      create: validate,
      *update(template, old) {
        return [
          ...(yield* validate(template)),
          ...(equalValues(template.spec, old.spec)
            ? []
            : [invalid(specPath, shownTemplateSpec(template.spec), 'field is immutable')]),
        ];
      },
    },
    versions: flatClaimTemplates(group, dependencies),
    deletion: { answersWithObject: true },
    table: tableOf([]),
  };
}
