import jwt from 'jsonwebtoken';
import { secretTokenClaims, secretTokenIssuer, tokenSecretNames } from '../../api/meta/account-token.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { serviceAccountUserName } from '../../api/meta/user.ts';
import type { CoreV1Secret, CoreV1ServiceAccount } from '../../api/schema/types.gen.ts';
import type { SigningKey } from '../../util/token-keys.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The data and annotations that a token Secret must have. */
export class TokenContent {
  readonly #key: SigningKey;
  /** Base64 of the authority of the API; undefined when there is none to hand out. */
  readonly #authority: string | undefined;
  readonly #dialect: Dialect;

  constructor(key: SigningKey, authority: string | undefined, dialect: Dialect) {
    this.#key = key;
    this.#authority = authority === undefined ? undefined : base64(authority);
    this.#dialect = dialect;
  }

  isComplete({ data }: CoreV1Secret): boolean {
    return Boolean(data?.['token'] && data['namespace']) && this.#isAuthority(data?.['ca.crt']);
  }

  /** The Secret with what it lacks. A token and a namespace that it has stay, whatever they are. */
  completed(secret: CoreV1Secret, { metadata: { name = '', uid = '' } }: CoreV1ServiceAccount): CoreV1Secret {
    const { metadata, data } = secret;
    const names = tokenSecretNames(this.#dialect);
    return {
      ...secret,
      metadata: {
        ...metadata,
        annotations: { ...metadata.annotations, [names.account]: name, [names.accountUid]: uid },
      },
      data: {
        ...data,
        ...(this.#isAuthority(data?.['ca.crt']) ? {} : { 'ca.crt': this.#authority! }),
        namespace: data?.['namespace'] || base64(metadata.namespace ?? ''),
        token: data?.['token'] || base64(this.#sign(secret, name, uid)),
      },
    };
  }

  #isAuthority(found: string | undefined): boolean {
    return this.#authority === undefined || found === this.#authority;
  }

  /** Without times: such a token is good as long as the Secret holds it. */
  #sign({ metadata: { namespace = '', name = '' } }: CoreV1Secret, account: string, uid: string): string {
    const names = secretTokenClaims(this.#dialect);
    const payload = {
      iss: secretTokenIssuer(this.#dialect),
      [names.namespace]: namespace,
      [names.secret]: name,
      [names.account]: account,
      [names.accountUid]: uid,
      sub: serviceAccountUserName(namespace, account),
    };
    const { id, algorithms } = this.#key.verification;
    const options = { algorithm: algorithms[0], keyid: id, noTimestamp: true };
    return jwt.sign(payload, this.#key.privateKey, options);
  }
}
