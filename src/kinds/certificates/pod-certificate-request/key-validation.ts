import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { CertificatesV1beta1PodCertificateRequest } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalidUnshown,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { checkSignature, parseRequestBytes } from '../../../util/certificate-request.ts';

type Spec = CertificatesV1beta1PodCertificateRequest['spec'];

const maxKeyBytes = 10 * 1024;
const curves = ['prime256v1', 'secp384r1', 'secp521r1'];
const pairText = 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set';
const curveTexts = {
  pair: 'elliptic public keys must use curve P256 or P384',
  request: 'elliptic public keys must use curve P256, P384, or P521',
};

/** The key of the pod, with a proof that the requester holds it. */
export function validateKey(spec: Spec, path: FieldPath): FieldError[] {
  const { pkixPublicKey, proofOfPossession, stubPKCS10Request } = spec;
  const hasPair = !!pkixPublicKey && !!proofOfPossession;
  const hasPart = !!pkixPublicKey || !!proofOfPossession;
  if (stubPKCS10Request && !hasPart)
    return validateStub(Buffer.from(stubPKCS10Request, 'base64'), path.child('stubPKCS10Request'));
  if (!stubPKCS10Request && hasPair) return validatePair(spec, path);
  return [invalidUnshown(path, pairText)];
}

function validatePair({ pkixPublicKey, proofOfPossession, podUID }: Spec, path: FieldPath): FieldError[] {
  const keyPath = path.child('pkixPublicKey');
  const proofPath = path.child('proofOfPossession');
  const [bytes, proof] = [
    Buffer.from(pkixPublicKey ?? '', 'base64'),
    Buffer.from(proofOfPossession ?? '', 'base64'),
  ];
  if (bytes.length > maxKeyBytes) return [tooLong(keyPath, maxKeyBytes)];
  if (proof.length > maxKeyBytes) return [tooLong(proofPath, maxKeyBytes)];
  const key = keyOf(bytes);
  if (key === undefined) return [invalidUnshown(keyPath, 'must be a valid PKIX-serialized public key')];
  const weakness = weaknessOf(key, curveTexts.pair);
  if (weakness !== undefined) return [invalidUnshown(keyPath, weakness)];
  return isProof(key, Buffer.from(podUID), proof)
    ? []
    : [invalidUnshown(proofPath, 'could not verify proof-of-possession signature')];
}

function validateStub(bytes: Buffer, path: FieldPath): FieldError[] {
  if (bytes.length > maxKeyBytes) return [tooLong(path, maxKeyBytes)];
  try {
    const request = parseRequestBytes(bytes);
    const key = createPublicKey({
      key: Buffer.from(request.details.publicKey.rawData),
      format: 'der',
      type: 'spki',
    });
    const weakness = weaknessOf(key, curveTexts.request);
    if (weakness !== undefined) return [invalidUnshown(path, weakness)];
    try {
      checkSignature(request);
      return [];
    } catch {
      return [invalidUnshown(path, 'invalid signature')];
    }
  } catch {
    return [invalidUnshown(path, 'must be a valid PKCS#10 CSR')];
  }
}

function keyOf(bytes: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function weaknessOf(
  { asymmetricKeyType, asymmetricKeyDetails }: KeyObject,
  curveText: string,
): string | undefined {
  switch (asymmetricKeyType) {
    case 'ed25519':
      return undefined;
    case 'ec':
      return curves.includes(asymmetricKeyDetails?.namedCurve ?? '') ? undefined : curveText;
    case 'rsa':
      return [3072, 4096].includes(asymmetricKeyDetails?.modulusLength ?? 0)
        ? undefined
        : 'RSA keys must have modulus size 3072 or 4096';
    default:
      return 'unknown public key type; supported types are Ed25519, ECDSA, and RSA';
  }
}

/** Whether the holder of the key has signed the UID of the pod. */
function isProof(key: KeyObject, uid: Buffer, proof: Buffer): boolean {
  if (key.asymmetricKeyType === 'ed25519') return verify(null, uid, key, proof);
  if (key.asymmetricKeyType === 'ec') return verify('sha256', uid, key, proof);
  return verify('sha256', uid, { key, padding: constants.RSA_PKCS1_PSS_PADDING }, proof);
}
