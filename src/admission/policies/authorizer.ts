import type { Attributes, Authorizer } from '../../access/authorization/authorizer.ts';
import type { AuthorizerDecision, AuthorizerPort, CheckAttributes } from '../../api/cel/contract.ts';
import { authorizerValue, resourceCheckValue } from '../../api/cel/library/authorizer.ts';
import type { CelValue } from '../../api/cel/values/value.ts';
import type { User } from '../../api/meta/user.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { givenName } from './given-name.ts';

/** Questions that expressions can ask the authorizers about the user of a request. Each question is asked once. */
export class AuthorizerVariables implements AuthorizerPort {
  readonly #authorizer: Authorizer;
  readonly #attributes: AdmissionAttributes;
  readonly #answers = new Map<string, AuthorizerDecision | Promise<AuthorizerDecision>>();

  constructor(authorizer: Authorizer, attributes: AdmissionAttributes) {
    this.#authorizer = authorizer;
    this.#attributes = attributes;
  }

  get authorizer(): CelValue {
    return authorizerValue(this);
  }

  get requestResource(): CelValue {
    const { group, resource, subresource, namespace } = this.#attributes;
    const name = givenName(this.#attributes);
    return resourceCheckValue(this, { group, resource, subresource, namespace, name });
  }

  check(attributes: CheckAttributes): AuthorizerDecision | Promise<AuthorizerDecision> {
    const key = JSON.stringify(Object.entries(attributes).sort());
    let answer = this.#answers.get(key);
    if (answer === undefined) this.#answers.set(key, (answer = this.#ask(attributes, key)));
    return answer;
  }

  /** An answer that was waited for is there at once when it is asked for again. */
  #ask(attributes: CheckAttributes, key: string): AuthorizerDecision | Promise<AuthorizerDecision> {
    const ruling = this.#authorizer.authorize(attributesOf(attributes, this.#attributes.user));
    if (!(ruling instanceof Promise)) return decisionOf(ruling);
    return ruling.then((settled) => {
      const decision = decisionOf(settled);
      this.#answers.set(key, decision);
      return decision;
    });
  }
}

type Ruling = Awaited<ReturnType<Authorizer['authorize']>>;

const decisionOf = ({ verdict, reason, error }: Ruling): AuthorizerDecision => ({
  allowed: verdict === 'allow',
  reason,
  ...(error === undefined ? {} : { error }),
});

function attributesOf(
  { serviceAccount, verb, path = '', ...of }: CheckAttributes,
  requester: User,
): Attributes {
  const { group = '', resource = '', subresource = '', namespace = '', name = '' } = of;
  const user = serviceAccount === undefined ? requester : accountOf(serviceAccount);
  const isResourceRequest = path === '';
  const version = isResourceRequest ? '*' : '';
  return { user, verb, isResourceRequest, namespace, group, version, resource, subresource, name, path };
}

function accountOf({ namespace, name }: { namespace: string; name: string }): User {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    uid: '',
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
    extra: {},
  };
}
