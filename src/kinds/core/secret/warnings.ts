import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Secret } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

/** A warning of a certificate and a key that do not belong together, from 1.27 on. */
export function secretWarnings(
  { label }: Dialect,
  gates: FeatureGates,
): Pick<KindRules<CoreV1Secret>, 'warnings'> {
  if (!gates.isIn('1.27')) return {};
  const type = `${label}/tls`;
  return {
    warnings: (secret) => {
      const problem = secret.type === type ? keyPairProblem(secret.data ?? {}) : undefined;
      return problem === undefined ? [] : [problem];
    },
  };
}

const pem = /-----BEGIN [A-Z0-9 ]+-----/;

function keyPairProblem(data: Readonly<Record<string, string>>): string | undefined {
  const text = (key: string): string => Buffer.from(data[key] ?? '', 'base64').toString('latin1');
  const [certificate, key] = [text('tls.crt'), text('tls.key')];
  if (!pem.test(certificate)) return 'tls: failed to find any PEM data in certificate input';
  if (!pem.test(key)) return 'tls: failed to find any PEM data in key input';
  const [parsed, own] = [
    attempt(() => new X509Certificate(certificate)),
    attempt(() => createPrivateKey(key)),
  ];
  if (parsed === undefined) return 'x509: malformed certificate';
  if (own === undefined) return 'tls: failed to parse private key';
  if (parsed.checkPrivateKey(own)) return undefined;
  return isOfType(parsed, own)
    ? 'tls: private key does not match public key'
    : 'tls: private key type does not match public key type';
}

const isOfType = (certificate: X509Certificate, key: KeyObject): boolean =>
  certificate.publicKey.asymmetricKeyType === key.asymmetricKeyType;

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
