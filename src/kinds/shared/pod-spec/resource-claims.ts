import type { CoreV1PodResourceClaim } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { requireFormat, validateSubdomainFormat } from '../field-checks.ts';
import { asGo } from '../go-types/index.ts';
import { mirrorAnnotation } from './annotations.ts';
import type { PodContext } from './options.ts';

/** Validates the claims of devices that a pod makes, or shares. */
export function validateResourceClaims(
  claims: readonly CoreV1PodResourceClaim[] = [],
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  const annotations = context.metadata?.annotations;
  if (claims.length > 0 && annotations?.[mirrorAnnotation(context.dialect)] !== undefined) {
    return [forbidden('', 'static pods do not support resource claims')];
  }
  const taken = new Set<string>();
  return validateEach(claims, (claim, index) => {
    const { name } = claim;
    const at = path.index(index);
    const isTaken = name !== '' && taken.has(name);
    taken.add(name);
    return [
      ...(isTaken ? [duplicate(at.child('name'), name)] : validateName(claim, at.child('name'), context)),
      ...(claim.source === undefined && context.features.since31
        ? validateSource(claim, at, claim)
        : validateSource(claim.source ?? {}, at.child('source'), claim.source)),
    ];
  });
}

/** Before 1.31 the claim that is made from a template got the names of the pod and of the entry. */
function validateName(
  { name, source }: CoreV1PodResourceClaim,
  path: FieldPath,
  { metadata, features: { since31 } }: PodContext,
): FieldError[] {
  const errors = requireFormat(name, path, dns1123Label);
  const isMade = metadata !== undefined && source?.resourceClaimTemplateName !== undefined;
  if (errors.length > 0 || since31 || !isMade) return errors;
  const claim = `${metadata.name ?? ''}-${name}`;
  return dns1123Subdomain(claim).map((message) =>
    invalid(path, claim, `final ResourceClaim name: ${message}`),
  );
}

interface ClaimNames {
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

/** Exactly one of the two names. */
function validateSource(
  { resourceClaimName, resourceClaimTemplateName }: ClaimNames,
  path: FieldPath,
  shown: object | undefined,
): FieldError[] {
  const both = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
  const none = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
  const count = [resourceClaimName, resourceClaimTemplateName].filter((name) => name !== undefined).length;
  const text = count === 0 ? none : both;
  return [
    ...(count === 1 ? [] : [invalid(path, asGo('PodResourceClaim', shown ?? {}), text)]),
    ...(resourceClaimName === undefined
      ? []
      : validateSubdomainFormat(resourceClaimName, path.child('resourceClaimName'))),
    ...(resourceClaimTemplateName === undefined
      ? []
      : validateSubdomainFormat(resourceClaimTemplateName, path.child('resourceClaimTemplateName'))),
  ];
}
