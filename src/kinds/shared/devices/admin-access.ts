import type {
  MetaV1ObjectMeta,
  ResourceV1ResourceClaim,
  ResourceV1ResourceClaimSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../../../api/validation/field-errors.ts';
import type { KindDependencies } from '../../../registry/kind-rules.ts';

/** The namespace wants a label before its claims may look at devices that others use. */
export function validateAdminAccess(
  { metadata }: { metadata: MetaV1ObjectMeta },
  { devices }: ResourceV1ResourceClaimSpec,
  path: FieldPath,
  dependencies: KindDependencies,
): FieldError[] {
  const requestsPath = path.child('devices', 'requests');
  return errorsAt(
    (devices.requests ?? []).flatMap(({ exactly }, index) =>
      exactly?.adminAccess ? [requestsPath.index(index)] : [],
    ),
    metadata,
    dependencies,
  );
}

/** Devices that were given so before are not asked again. */
export function validateAdminResults(
  claim: ResourceV1ResourceClaim,
  old: ResourceV1ResourceClaim,
  dependencies: KindDependencies,
): FieldError[] {
  const path = FieldPath.of('status', 'allocation', 'devices', 'results');
  const results = claim.status.allocation?.devices.results ?? [];
  const before = old.status.allocation?.devices.results ?? [];
  const wanted = results.flatMap(({ adminAccess }, index) =>
    adminAccess && !before[index]?.adminAccess ? [path.index(index)] : [],
  );
  return errorsAt(wanted, claim.metadata, dependencies);
}

function errorsAt(
  places: readonly FieldPath[],
  { namespace = '' }: MetaV1ObjectMeta,
  { dialect, gates, labelsOfNamespace }: KindDependencies,
): FieldError[] {
  if (places.length === 0 || !gates.isIn('1.33')) return [];
  const domain = gates.isIn('1.34') ? dialect.label : dialect.api;
  const label = `resource.${domain}/admin-access`;
  if (labelsOfNamespace?.(namespace)?.[label] === 'true') return [];
  const text = `admin access to devices requires the \`${label}: true\` label on the containing namespace`;
  return places.map((place) => forbidden(place.child('adminAccess'), text));
}
