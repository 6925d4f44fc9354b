import { GoText } from '../../../api/go-format/go-syntax.ts';
import type {
  CoreV1ClusterTrustBundleProjection,
  CoreV1PodCertificateProjection,
} from '../../../api/schema/types.gen.ts';
import { validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import { validateProjectedPath } from '../file-paths.ts';
import { asGo } from '../go-types/index.ts';
import { validateSignerName } from '../signer-name.ts';
import type { TakenPaths } from './taken-paths.ts';

/** Roots of trust of one bundle by its name, or of all bundles of a signer that a selector finds. */
export function validateTrustBundle(
  projection: CoreV1ClusterTrustBundleProjection,
  path: FieldPath,
  taken: TakenPaths,
): FieldError[] {
  return [
    ...validateWhich(projection, path),
    ...(projection.path
      ? [
          ...validateProjectedPath(projection.path, path.child('path')),
          ...taken.take(projection.path, projection.path),
        ]
      : [required(path.child('path'))]),
  ];
}

function validateWhich(projection: CoreV1ClusterTrustBundleProjection, path: FieldPath): FieldError[] {
  const { name, signerName, labelSelector } = projection;
  if (name !== undefined && signerName !== undefined) {
    const text = 'only one of name and signerName may be used';
    return [invalid(path, asGo('ClusterTrustBundleProjection', projection), text)];
  }
  if (name !== undefined) {
    const unset = 'labelSelector must be unset if name is specified';
    return [
      ...(name === '' ? [required(path.child('name'), 'must be a valid object name')] : []),
      ...bundleNameErrors(name).map((message) =>
        invalid(path.child('name'), name, `not a valid clustertrustbundlename: ${message}`),
      ),
      ...(labelSelector === undefined
        ? []
        : [invalid(path.child('labelSelector'), goSelector(labelSelector), unset)]),
    ];
  }
  if (signerName === undefined) return [required(path, 'either name or signerName must be specified')];
  const at = path.child('signerName');
  return [
    ...(signerName === '' ? [required(at, 'must be a valid signer name')] : []),
    ...validateSignerName(signerName, at),
    ...validateLabelSelectorObject(labelSelector, path.child('labelSelector')),
  ];
}

const goSelector = (selector: object): GoText =>
  new GoText(JSON.stringify(selector), JSON.stringify(selector));

/** A bundle of a signer has its name before that of its own: `example.com:signer:bundle`. */
const bundleNameErrors = (name: string): string[] => nameIsDnsSubdomain(name.split(':').at(-1)!, false);

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const minSeconds = 3600;
const maxSeconds = 7_862_400;

/** A certificate that the node gets for the pod, and renews. */
export function validatePodCertificate(
  projection: CoreV1PodCertificateProjection,
  path: FieldPath,
  taken: TakenPaths,
): FieldError[] {
  const { signerName = '', keyType = '' } = projection;
  const files = ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const;
  const given = files.filter((file) => projection[file]);
  const noFile = 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath';
  return [
    ...validateSignerName(signerName, path.child('signerName')),
    ...(keyTypes.includes(keyType) ? [] : [notSupported(path.child('keyType'), keyType, keyTypes)]),
    ...validateExpiration(projection, path.child('maxExpirationSeconds')),
    ...(given.length === 0 ? [required(path, noFile)] : []),
    ...given.flatMap((file) => [
      ...validateProjectedPath(projection[file], path.child(file)),
      ...taken.take(projection[file]!, projection[file]!),
    ]),
  ];
}

function validateExpiration(
  { maxExpirationSeconds: seconds }: CoreV1PodCertificateProjection,
  path: FieldPath,
): FieldError[] {
  if (seconds === undefined) return [];
  if (seconds < minSeconds) {
    return [invalid(path, seconds, `if provided, maxExpirationSeconds must be >= ${minSeconds}`)];
  }
  return seconds > maxSeconds
    ? [invalid(path, seconds, `if provided, maxExpirationSeconds must be <= ${maxSeconds}`)]
    : [];
}
