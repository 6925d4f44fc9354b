import { syntaxError } from '../../../api/codec/json-syntax.ts';
import { jsonTypeOf } from '../../../api/codec/type-text.ts';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { tokenSecretNames } from '../../../api/meta/account-token.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Secret } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';

/** Keys that a Secret of a type must have. */
type ContentRule = (secret: CoreV1Secret) => FieldError[];

const dataPath = FieldPath.of('data');
const has = ({ data }: CoreV1Secret, key: string): boolean => Object.hasOwn(data ?? {}, key);

/** The path of a key of two of the types: with the template in it in earlier releases. */
const keyPath = (gates: FeatureGates, key: string): FieldPath =>
  gates.isIn('1.24') ? dataPath.key(key) : FieldPath.of('data[%s]').key(key);

/** Types that are not listed may hold anything. */
export function contentRules(dialect: Dialect, gates: FeatureGates): ReadonlyMap<string, ContentRule> {
  const { label } = dialect;
  const token = tokenSecretNames(dialect);
  return new Map<string, ContentRule>([
    [token.type, accountToken(token.account)],
    [`${label}/dockercfg`, jsonObjectAt('.dockercfg')],
    [`${label}/dockerconfigjson`, jsonObjectAt('.dockerconfigjson')],
    [`${label}/basic-auth`, basicAuth(gates)],
    [`${label}/ssh-auth`, sshAuth(gates)],
    [`${label}/tls`, tls],
  ]);
}

/** The rest of a token is added by the controller that makes it. */
const accountToken =
  (annotation: string): ContentRule =>
  ({ metadata }) =>
    metadata.annotations?.[annotation]
      ? []
      : [required(FieldPath.of('metadata', 'annotations').key(annotation))];

const jsonObjectAt =
  (key: string): ContentRule =>
  (secret) => {
    if (!has(secret, key)) return [required(dataPath.key(key))];
    const problem = jsonObjectError(Buffer.from(secret.data?.[key] ?? '', 'base64').toString('utf8'));
    return problem === '' ? [] : [invalid(dataPath.key(key), '<secret contents redacted>', problem)];
  };

/** Says no more of the content than the one character at which it stops being JSON. */
function jsonObjectError(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value)
      ? ''
      : `json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type map[string]interface {}`;
  } catch (error) {
    if (error instanceof SyntaxError) return syntaxError(text);
    throw error;
  }
}

const basicAuth =
  (gates: FeatureGates): ContentRule =>
  (secret) =>
    has(secret, 'username') || has(secret, 'password')
      ? []
      : [required(keyPath(gates, 'username')), required(keyPath(gates, 'password'))];

const sshAuth =
  (gates: FeatureGates): ContentRule =>
  ({ data }) =>
    data?.['ssh-privatekey'] ? [] : [required(keyPath(gates, 'ssh-privatekey'))];

/** The keys have to be there; what they hold is for the reader to judge. */
const tls: ContentRule = (secret) =>
  ['tls.crt', 'tls.key'].filter((key) => !has(secret, key)).map((key) => required(dataPath.key(key)));
