import type { CertificatesV1beta1ClusterTrustBundle } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, tooLong } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateSignerName } from '../../shared/signer-name.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { anchorProblems } from './anchors.ts';

type Bundle = CertificatesV1beta1ClusterTrustBundle;

const specPath = FieldPath.of('spec');
const maxBytes = 1024 * 1024;

export function validateBundle({ metadata, spec }: Bundle, old?: Bundle): FieldError[] {
  const { signerName = '', trustBundle } = spec;
  const signerPath = specPath.child('signerName');
  return [
    ...invalidEach(
      FieldPath.of('metadata', 'name'),
      metadata.name,
      nameProblems(metadata.name ?? '', signerName),
    ),
    ...(signerName === '' ? [] : validateSignerName(signerName, signerPath)),
    ...(trustBundle === old?.spec.trustBundle
      ? []
      : validateAnchors(trustBundle, specPath.child('trustBundle'))),
    ...(old === undefined ? [] : unchanged(signerName, old.spec.signerName ?? '', signerPath)),
  ];
}

/** A bundle of a signer has its name in front: `example.com:signer:rest`. */
function nameProblems(name: string, signerName: string): string[] {
  // That it is missing is said elsewhere.
  if (name === '') return [];
  if (signerName === '') {
    return name.includes(':')
      ? ['ClusterTrustBundle without signer name must not have ":" in its name']
      : dns1123Subdomain(name);
  }
  const prefix = `${signerName.replaceAll('/', ':')}:`;
  return name.startsWith(prefix)
    ? dns1123Subdomain(name.slice(prefix.length))
    : [`ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`];
}

function validateAnchors(trustBundle: string, path: FieldPath): FieldError[] {
  if (Buffer.byteLength(trustBundle) > maxBytes) return [tooLong(path, maxBytes)];
  return anchorProblems(trustBundle).map((problem) => invalid(path, '<value omitted>', problem));
}
