import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import type { Lister } from '../../../../api/meta/lister.ts';
import type { ApiObject } from '../../../../api/meta/metadata.ts';
import type { Attributes } from '../../authorizer.ts';
import {
  type Check,
  changingVerbs,
  isGetting,
  isRelated,
  type Objection,
  readingVerbs,
  selectsNode,
  unexplained,
} from './check.ts';
import type { NodePods } from './node-pods.ts';

/** An object that belongs to a node. */
export interface NodeObject extends ApiObject {
  spec?: { nodeName?: string };
  /** Field of the first version of slices. */
  nodeName?: string;
}

export interface LaterCheckDependencies {
  readonly gates: FeatureGates;
  readonly pods: NodePods;
  readonly slices: Lister<NodeObject>;
  readonly certificateRequests: Lister<NodeObject>;
}

/**
 * Checks that came with later releases or wait behind a gate, by `<resource>.<group>` with placeholders. Those that stand
 * here replace what a node may do by the static rules, or by an earlier check.
 */
export function laterChecks(dependencies: LaterCheckDependencies): [type: string, check: Check][] {
  const { gates } = dependencies;
  const checks: [boolean, string, Check][] = [
    [gates.isOn('AuthorizeNodeWithSelectors'), 'nodes.', ownNode],
    [gates.isOn('AuthorizeNodeWithSelectors'), 'pods.', ownPods(dependencies)],
    [gates.isIn('1.28'), 'resourceclaims.resource.{api}', claim(dependencies)],
    [gates.isIn('1.31'), 'resourceslices.resource.{api}', slice(dependencies)],
    [
      gates.isOn('PodCertificateRequest'),
      'podcertificaterequests.certificates.{api}',
      certificateRequest(dependencies),
    ],
  ];
  return checks.filter(([isThere]) => isThere).map(([, type, check]) => [type, check]);
}

/** Whether nodes may read the service accounts of their pods; a text: the reason why not; undefined: it is not said. */
export function accountReading(gates: FeatureGates): true | string | undefined {
  if (gates.isOn('KubeletServiceAccountTokenForCredentialProviders') || gates.isOn('PodCertificateRequest'))
    return true;
  return gates.isIn('1.33') ? 'not allowed to get service accounts' : undefined;
}

const sliceVerbs = new Set(['get', 'update', 'patch', 'delete']);
const sliceListVerbs = new Set(['list', 'watch', 'deletecollection']);

const onlyIf = (isAllowed: boolean): Objection => (isAllowed ? undefined : unexplained);

/** The name is compared, as a node may look for its object before there is one. That it writes no other is for admission to see. */
const ownNode: Check = ({ verb, subresource, name }, node) => {
  if (subresource !== '') return onlyIf(subresource === 'status' && changingVerbs.has(verb));
  if (!readingVerbs.has(verb)) return onlyIf(verb === 'create' || changingVerbs.has(verb));
  if (name === node) return undefined;
  return name === ''
    ? `node '${node}' cannot read all nodes, only its own Node object`
    : `node '${node}' cannot read '${name}', only its own Node object`;
};

function ownPods({ pods }: LaterCheckDependencies): Check {
  const runs = ({ namespace, name }: Attributes, node: string): boolean => pods.has(node, namespace, name);
  const allowed = new Set(['create ', 'delete ', 'update status', 'patch status', 'create eviction']);
  return (asked, node) => {
    const { verb, subresource, name } = asked;
    if (!readingVerbs.has(verb) || subresource !== '') return onlyIf(allowed.has(`${verb} ${subresource}`));
    if (verb === 'get' || (name !== '' && !selectsNode(asked, node))) return isRelated(asked, node, runs);
    return selectsNode(asked, node)
      ? undefined
      : 'can only list/watch pods with spec.nodeName field selector';
  };
}

function claim({ pods }: LaterCheckDependencies): Check {
  const uses = ({ namespace, name }: Attributes, node: string): boolean =>
    pods.use(node, namespace, 'resource claim', name);
  return (asked, node) => isGetting(asked) ?? isRelated(asked, node, uses);
}

const nodeOfObject = (object: NodeObject | undefined): string | undefined =>
  object?.spec?.nodeName ?? object?.nodeName;

function slice({ slices, gates }: LaterCheckDependencies): Check {
  const isScoped = gates.isOn('AuthorizeNodeWithSelectors');
  const owns = ({ name }: Attributes, node: string): boolean => nodeOfObject(slices.get('', name)) === node;
  return (asked, node) => {
    const { verb, subresource } = asked;
    if (subresource !== '') return 'cannot authorize ResourceSlice subresources';
    // That it is for this node is for admission to see.
    if (verb === 'create') return undefined;
    if (sliceVerbs.has(verb)) return isRelated(asked, node, owns);
    if (!sliceListVerbs.has(verb))
      return 'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection';
    if (!isScoped || selectsNode(asked, node)) return undefined;
    return 'can only list/watch/deletecollection resourceslices with nodeName field selector';
  };
}

function certificateRequest({ certificateRequests }: LaterCheckDependencies): Check {
  const owns = ({ namespace, name }: Attributes, node: string): boolean =>
    nodeOfObject(certificateRequests.get(namespace, name)) === node;
  return (asked, node) => {
    const { verb, subresource } = asked;
    if (subresource !== '') return 'nodes may not access the status subresource of PodCertificateRequests';
    if (verb === 'create') return undefined;
    if (verb === 'get') return isRelated(asked, node, owns);
    if (verb !== 'list' && verb !== 'watch') return `nodes may not ${verb} podcertificaterequests`;
    if (selectsNode(asked, node)) return undefined;
    return 'can only list/watch podcertificaterequests with nodeName field selector';
  };
}
