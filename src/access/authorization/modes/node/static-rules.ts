import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { type Dialect, fillPlaceholders } from '../../../../api/meta/dialect.ts';
import type { Attributes } from '../../authorizer.ts';

const reading = ['get', 'list', 'watch'];
const writing = ['create', 'update', 'patch'];
const changing = ['update', 'patch'];

/** Verbs on `<resource>.<group>`; what depends on the pods of a node is not here. */
const rules: readonly (readonly [verbs: readonly string[], ...resources: string[]])[] = [
  [['create'], 'tokenreviews.authentication.{api}'],
  [['create'], 'subjectaccessreviews.authorization.{api}', 'localsubjectaccessreviews.authorization.{api}'],
  // Environment variables of pods name services.
  [reading, 'services.'],
  // That a node works on no other is for admission to see.
  [[...reading, ...writing], 'nodes.'],
  [changing, 'nodes/status.'],
  [writing, 'events.'],
  [[...reading, 'create', 'delete'], 'pods.'],
  [changing, 'pods/status.'],
  [['create'], 'pods/eviction.'],
  // Volumes of some file systems find their servers so.
  [['get'], 'endpoints.'],
  // For a certificate of its own.
  [[...reading, 'create'], 'certificatesigningrequests.certificates.{api}'],
  [reading, 'csidrivers.storage.{api}'],
  [reading, 'runtimeclasses.node.{api}'],
];

const everything = [...reading, ...writing, 'delete'];

/** The same that came later, or wait behind a gate. */
const laterRules = (gates: FeatureGates): typeof rules => [
  ...(gates.isIn('1.30') && !gates.isIn('1.31')
    ? ([[everything, 'resourceslices.resource.{api}']] as const)
    : []),
  ...(gates.isOn('ClusterTrustBundle')
    ? ([[reading, 'clustertrustbundles.certificates.{api}']] as const)
    : []),
  ...(gates.isIn('1.35') ? ([[writing, 'events.events.{api}']] as const) : []),
];

/** Permissions that every node has, whatever runs on it. */
export class StaticRules {
  /** `<verb> <resource>.<group>` */
  readonly #allowed: ReadonlySet<string>;

  constructor(dialect: Dialect, gates: FeatureGates) {
    this.#allowed = new Set(
      [...rules, ...laterRules(gates)].flatMap(([verbs, ...resources]) =>
        resources.flatMap((resource) =>
          verbs.map((verb) => `${verb} ${fillPlaceholders(dialect, resource)}`),
        ),
      ),
    );
  }

  allow({ isResourceRequest, verb, group, resource, subresource }: Attributes): boolean {
    if (!isResourceRequest) return false;
    const part = subresource === '' ? resource : `${resource}/${subresource}`;
    return this.#allowed.has(`${verb} ${part}.${group}`);
  }
}
