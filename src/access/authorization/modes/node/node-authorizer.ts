import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { type Dialect, fillPlaceholders } from '../../../../api/meta/dialect.ts';
import type { Lister } from '../../../../api/meta/lister.ts';
import type { User } from '../../../../api/meta/user.ts';
import type { CoreV1PersistentVolume, StorageV1VolumeAttachment } from '../../../../api/schema/types.gen.ts';
import { goQuote } from '../../../../util/quote.ts';
import type { Attributes, Authorizer, RuleResolver, Ruling, SubjectRules } from '../../authorizer.ts';
import { type Check, changingVerbs, isGetting, isReading, isRelated, type Objection } from './check.ts';
import { accountReading, laterChecks, type NodeObject } from './later-checks.ts';
import type { NodePods } from './node-pods.ts';
import { StaticRules } from './static-rules.ts';
import type { VolumeSecrets } from './volume-secrets.ts';

const userPrefix = 'system:node:';
const nodesGroup = 'system:nodes';

export interface NodeAuthorizerDependencies {
  dialect: Dialect;
  gates: FeatureGates;
  pods: NodePods;
  volumeSecrets: VolumeSecrets;
  volumes: Lister<CoreV1PersistentVolume>;
  attachments: Lister<StorageV1VolumeAttachment>;
  slices: Lister<NodeObject>;
  certificateRequests: Lister<NodeObject>;
}

/** Allows a node's agent what the pods of its node need. Of everybody else it knows nothing. */
export class NodeAuthorizer implements Authorizer, RuleResolver {
  readonly #dependencies: NodeAuthorizerDependencies;
  readonly #leaseNamespace: string;
  readonly #staticRules: StaticRules;
  /** By `<resource>.<group>`: where it depends on the node. */
  readonly #checks: ReadonlyMap<string, Check>;

  constructor(dependencies: NodeAuthorizerDependencies) {
    this.#dependencies = dependencies;
    this.#leaseNamespace = `${dependencies.dialect.prefix}-node-lease`;
    this.#staticRules = new StaticRules(dependencies.dialect, dependencies.gates);
    const mayReadAccounts = accountReading(dependencies.gates);
    const checks: [string, Check][] = [
      ['secrets.', (asked, node) => isReading(asked) ?? isRelated(asked, node, this.#usesSecret)],
      ['configmaps.', (asked, node) => isReading(asked) ?? isRelated(asked, node, this.#usesConfigMap)],
      ['persistentvolumeclaims.', (asked, node) => this.#claim(asked, node)],
      ['persistentvolumes.', (asked, node) => isGetting(asked) ?? isRelated(asked, node, this.#usesVolume)],
      [
        'volumeattachments.storage.{api}',
        (asked, node) => isGetting(asked) ?? isRelated(asked, node, this.#isAttachedTo),
      ],
      [
        'serviceaccounts.',
        (asked, node) => usesAccount(asked, mayReadAccounts) ?? isRelated(asked, node, this.#runsAs),
      ],
      ['leases.coordination.{api}', (asked, node) => this.#lease(asked, node)],
      ['csinodes.storage.{api}', csiNode],
      ...laterChecks(dependencies),
    ];
    this.#checks = new Map(
      checks.map(([type, check]) => [fillPlaceholders(dependencies.dialect, type), check]),
    );
  }

  authorize(asked: Attributes): Ruling {
    const node = nodeOf(asked.user);
    if (node === undefined) return silence;
    if (node === '') return undecided(`unknown node for user ${goQuote(asked.user.name)}`);
    const check = asked.isResourceRequest ? this.#checks.get(`${asked.resource}.${asked.group}`) : undefined;
    if (check === undefined) return this.#staticRules.allow(asked) ? allowed : silence;
    const objection = check(asked, node);
    return objection === undefined ? allowed : undecided(objection);
  }

  rulesFor(user: User): SubjectRules {
    const isNode = nodeOf(user) !== undefined;
    return {
      resourceRules: [],
      nonResourceRules: [],
      incomplete: isNode,
      errors: isNode ? ['node authorizer does not support user rule resolution'] : [],
    };
  }

  #claim(asked: Attributes, node: string): Objection {
    if (asked.subresource !== 'status') return isGetting(asked) ?? isRelated(asked, node, this.#usesClaim);
    if (!changingVerbs.has(asked.verb)) return 'can only get/update/patch this type';
    return isRelated(asked, node, this.#usesClaim);
  }

  /** The name is not known when one is created: that it is the node's own is for admission to see. */
  #lease({ verb, namespace, name }: Attributes, node: string): Objection {
    if (!ownVerbs.has(verb)) return 'can only get, create, update, patch, or delete a node lease';
    if (namespace !== this.#leaseNamespace)
      return `can only access leases in the ${goQuote(this.#leaseNamespace)} system namespace`;
    if (verb !== 'create' && name !== node)
      return 'can only access node lease with the same name as the requesting node';
    return undefined;
  }

  readonly #usesSecret = ({ namespace, name }: Attributes, node: string): boolean => {
    const { pods, volumeSecrets } = this.#dependencies;
    if (pods.use(node, namespace, 'secret', name)) return true;
    for (const claim of volumeSecrets.claimsFor(namespace, name))
      if (pods.use(node, claim.namespace, 'claim', claim.name)) return true;
    return false;
  };

  readonly #usesConfigMap = ({ namespace, name }: Attributes, node: string): boolean =>
    this.#dependencies.pods.use(node, namespace, 'config map', name);

  readonly #usesClaim = ({ namespace, name }: Attributes, node: string): boolean =>
    this.#dependencies.pods.use(node, namespace, 'claim', name);

  readonly #usesVolume = (asked: Attributes, node: string): boolean => {
    const claim = this.#dependencies.volumes.get('', asked.name)?.spec.claimRef;
    return (
      claim !== undefined &&
      this.#dependencies.pods.use(node, claim.namespace ?? '', 'claim', claim.name ?? '')
    );
  };

  readonly #isAttachedTo = ({ name }: Attributes, node: string): boolean =>
    this.#dependencies.attachments.get('', name)?.spec.nodeName === node;

  readonly #runsAs = ({ namespace, name }: Attributes, node: string): boolean =>
    this.#dependencies.pods.use(node, namespace, 'service account', name);
}

const ownVerbs = new Set(['get', 'create', 'update', 'patch', 'delete']);

const allowed: Ruling = { verdict: 'allow', reason: '' };
const silence: Ruling = { verdict: 'no-opinion', reason: '' };
const undecided = (reason: string): Ruling => ({ verdict: 'no-opinion', reason });

/** Undefined for who is no node; empty for a node without a name. */
function nodeOf({ name, groups }: User): string | undefined {
  return name.startsWith(userPrefix) && groups.includes(nodesGroup)
    ? name.slice(userPrefix.length)
    : undefined;
}

/** `mayRead`: whether accounts may be read beside what tokens are made of, or why not. */
function usesAccount(asked: Attributes, mayRead: true | string | undefined): Objection {
  if (asked.verb !== 'get' || asked.subresource !== '' || mayRead === undefined)
    return isCreatingToken(asked);
  return mayRead === true ? undefined : mayRead;
}

function isCreatingToken({ verb, subresource, name }: Attributes): Objection {
  if (verb !== 'create' || name === '') return 'can only create tokens for individual service accounts';
  return subresource === 'token' ? undefined : 'can only create token subresource of service account';
}

function csiNode({ verb, subresource, name }: Attributes, node: string): Objection {
  if (!ownVerbs.has(verb)) return 'can only get, create, update, patch, or delete a CSINode';
  if (subresource !== '') return 'cannot authorize CSINode subresources';
  if (verb !== 'create' && name !== node)
    return 'can only access CSINode with the same name as the requesting node';
  return undefined;
}
