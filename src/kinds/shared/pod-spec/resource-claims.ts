import type { CoreV1PodResourceClaim } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label } from '../../../api/validation/names.ts';
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
    const isTaken = taken.has(name);
    taken.add(name);
    return [
      ...(isTaken ? [duplicate(at.child('name'), name)] : []),
      ...(isTaken && name !== '' ? [] : requireFormat(name, at.child('name'), dns1123Label)),
      ...(claim.source === undefined && context.features.since31
        ? validateSource(claim, at, claim)
        : validateSource(claim.source ?? {}, at.child('source'), claim.source)),
    ];
  });
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
