import type {
  AppsV1StatefulSetSpec,
  CoreV1PodTemplateSpec,
  CoreV1Volume,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { claimOptions, validatePersistentVolumeClaimSpec } from '../../shared/claim-spec-validation.ts';
import { validatePodTemplateSpec } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';

const specPath = FieldPath.of('spec');

/** The template as pods get it: with a volume for each claim, and a name and domain that the set gives. */
export function validateWholeTemplate(
  spec: AppsV1StatefulSetSpec,
  api: ServedApi,
  old: CoreV1PodTemplateSpec | undefined,
): FieldError[] {
  return validatePodTemplateSpec(asPods(spec), specPath.child('template'), api, { old });
}

function asPods({ template, volumeClaimTemplates }: AppsV1StatefulSetSpec): CoreV1PodTemplateSpec {
  const { hostname: _, subdomain: __, ...others } = template.spec;
  const names = [...new Set((volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name ?? ''))];
  if (names.length === 0) return { ...template, spec: others };
  const ofClaims = names.map((name): CoreV1Volume => ({ name, persistentVolumeClaim: { claimName: name } }));
  const ownVolumes = (template.spec.volumes ?? []).filter(({ name }) => !names.includes(name));
  return { ...template, spec: { ...others, volumes: [...ofClaims, ...ownVolumes] } };
}

export function validateClaimTemplates(
  { volumeClaimTemplates }: AppsV1StatefulSetSpec,
  { gates }: ServedApi,
): FieldError[] {
  const path = specPath.child('volumeClaimTemplates');
  const options = claimOptions(gates)();
  return validateEach(volumeClaimTemplates ?? [], ({ spec }, index) =>
    validatePersistentVolumeClaimSpec(spec, path.index(index).child('spec'), options),
  );
}
