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

/** Permissions that every node has, whatever runs on it. */
export class StaticRules {
  /** `<verb> <resource>.<group>` */
  readonly #allowed: ReadonlySet<string>;

  constructor(dialect: Dialect) {
    this.#allowed = new Set(
      rules.flatMap(([verbs, ...resources]) =>
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
