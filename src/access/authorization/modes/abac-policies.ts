import type { Dialect } from '../../../api/meta/dialect.ts';
import { authenticatedGroup } from '../../../api/meta/user.ts';
import { maxPatternLength } from '../../../api/rbac/path-patterns.ts';

/** One ABAC policy. An empty field matches an empty attribute only, `*` matches any. */
export interface AbacPolicy {
  /** Subjects of the policy: both, where both are given. */
  readonly user: string;
  readonly group: string;
  /** Only get, list and watch. */
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  readonly nonResourcePath: string;
}

const nothing: AbacPolicy = {
  user: '',
  group: '',
  readonly: false,
  apiGroup: '',
  resource: '',
  namespace: '',
  nonResourcePath: '',
};

/** Characters of a line that a start-up error repeats. */
const maxShown = 1_000;

/** Fields of policies from before there were versions. */
const oldFields = ['user', 'group', 'readonly', 'resource', 'namespace'];

/**
 * Reads a file of policies, one JSON object a line; blank lines and those that begin with `#` say nothing. Throws
 * with file and line for what is no policy: one that is misread might allow more than was meant. An unknown field
 * is an error too, because in the old form of policies an absent field allows everything.
 */
export function parsePolicies(
  file: string,
  text: string,
  dialect: Dialect,
): { policies: AbacPolicy[]; hasOldOnes: boolean } {
  const policies: AbacPolicy[] = [];
  let hasOldOnes = false;
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    try {
      const object = objectOf(JSON.parse(trimmed), 'a policy');
      const isOld = !('apiVersion' in object) && !('kind' in object);
      hasOldOnes ||= isOld;
      policies.push(isOld ? oldPolicy(object) : policyOf(object, dialect));
    } catch (error) {
      const why = (error as Error).message;
      const shown = trimmed.length > maxShown ? `${trimmed.slice(0, maxShown)}...` : trimmed;
      throw new Error(`error reading policy file ${file}, line ${index + 1}: ${shown}: ${why}`);
    }
  }
  return { policies, hasOldOnes };
}

function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new Error(`${what} is an object`);
}

/** `{"apiVersion": …, "kind": "Policy", "spec": {…}}` */
function policyOf(
  { apiVersion, kind, spec, ...others }: Record<string, unknown>,
  dialect: Dialect,
): AbacPolicy {
  const known = `abac.authorization.${dialect.label}/v1beta1`;
  if (apiVersion !== known || kind !== 'Policy') {
    throw new Error(
      `no kind ${JSON.stringify(kind)} of version ${JSON.stringify(apiVersion)}, only Policy of ${known}`,
    );
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`unknown field ${JSON.stringify(unknown)}`);
  const policy = fieldsOf(objectOf(spec ?? {}, 'spec'), Object.keys(nothing));
  return isForAnyone(policy) ? { ...policy, user: '', group: authenticatedGroup } : policy;
}

const isForAnyone = ({ user, group }: AbacPolicy): boolean => user === '*' || group === '*';

/** The policy itself, without a version: it is about everything that it does not speak of. */
function oldPolicy(object: Record<string, unknown>): AbacPolicy {
  const policy = fieldsOf(object, oldFields);
  const { user, group, namespace, resource } = policy;
  const isOfAll = isForAnyone(policy) || (user === '' && group === '');
  return {
    ...policy,
    ...(isOfAll ? { user: '', group: authenticatedGroup } : {}),
    apiGroup: '*',
    namespace: namespace || '*',
    resource: resource || '*',
    nonResourcePath: namespace === '' && resource === '' ? '*' : '',
  };
}

function fieldsOf(object: Record<string, unknown>, known: readonly string[]): AbacPolicy {
  for (const [name, value] of Object.entries(object)) {
    if (!known.includes(name)) throw new Error(`unknown field ${JSON.stringify(name)}`);
    const type = typeof nothing[name as keyof AbacPolicy];
    if (typeof value !== type) throw new Error(`${name} must be a ${type}`);
  }
  const policy = { ...nothing, ...object };
  if (policy.nonResourcePath.length > maxPatternLength) {
    throw new Error(`nonResourcePath must have at most ${maxPatternLength} characters`);
  }
  return policy;
}
