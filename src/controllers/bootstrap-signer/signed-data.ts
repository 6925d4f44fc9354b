import type { Dialect } from '../../api/meta/dialect.ts';
import { detachedSignature } from './signature.ts';
import type { SigningToken } from './signing-tokens.ts';

const content = 'kubeconfig';
const signaturePrefix = 'jws-kubeconfig-';

type Data = Readonly<Record<string, string>>;

/** The data with one signature for each token and no others; undefined when it is so, or there is nothing to sign. */
export function signedData(
  data: Data,
  tokens: readonly SigningToken[],
  keyKind: Dialect['clusterInfoKey'],
): Data | undefined {
  const text = Object.hasOwn(data, content) ? data[content] : undefined;
  if (text === undefined) return undefined;
  const others = Object.entries(data).filter(([key]) => !key.startsWith(signaturePrefix));
  const signatures = tokens.map(({ id, secret }): [string, string] => {
    const key = keyKind === 'token' ? `${id}.${secret}` : secret;
    return [`${signaturePrefix}${id}`, detachedSignature(text, id, key)];
  });
  const isSigned =
    signatures.length === Object.keys(data).length - others.length &&
    signatures.every(([key, signature]) => data[key] === signature);
  // Pairs, not assignments: `__proto__` is a key like any other.
  return isSigned ? undefined : Object.fromEntries([...others, ...signatures]);
}
