import type { Dialect } from '../../../../api/meta/dialect.ts';
import type { Lister, ObjectChange, ObjectKey } from '../../../../api/meta/lister.ts';
import type { CoreV1Pod } from '../../../../api/schema/types.gen.ts';
import { isAmong, podUses, type UsedKind } from './pod-uses.ts';

const nodeField = 'spec.nodeName';

/** By namespace, then by name: what each pod of a node uses; undefined when that is still to be read. */
type PodsOfNode = Map<string, Map<string, string | undefined>>;

/**
 * The objects that the pods of each node use. Pods are parsed when their node asks for an object in their namespace, and
 * again if they have changed since: at start-up no node has asked yet, and most changes of pods are followed by no such
 * request. A pod that has ended counts until it is deleted.
 */
export class NodePods {
  readonly #pods: Lister<CoreV1Pod>;
  readonly #mirrorAnnotation: string;
  /** Only nodes that have pods and have asked. */
  readonly #nodes = new Map<string, PodsOfNode>();
  readonly #observation: Disposable;

  constructor(pods: Lister<CoreV1Pod>, dialect: Dialect) {
    this.#pods = pods;
    this.#mirrorAnnotation = `${dialect.label}/config.mirror`;
    this.#observation = pods.observe((change) => this.#follow(change));
  }

  [Symbol.dispose](): void {
    this.#observation[Symbol.dispose]();
  }

  /** Whether a pod runs on the node. */
  has(node: string, namespace: string, name: string): boolean {
    return this.#podsOf(node).get(namespace)?.has(name) ?? false;
  }

  /** Whether a pod of the node uses an object of the pod's namespace. */
  use(node: string, namespace: string, kind: UsedKind, name: string): boolean {
    const pods = this.#podsOf(node).get(namespace);
    if (pods === undefined) return false;
    for (const [pod, known] of pods) {
      const uses = known ?? this.#read(namespace, pod);
      if (known === undefined) pods.set(pod, uses);
      if (isAmong(uses, kind, name)) return true;
    }
    return false;
  }

  #podsOf(node: string): PodsOfNode {
    const known = this.#nodes.get(node);
    if (known !== undefined) return known;
    const pods: PodsOfNode = new Map();
    for (const place of this.#pods.keysBy(nodeField, node)) mark(pods, place);
    if (pods.size > 0) this.#nodes.set(node, pods);
    return pods;
  }

  /** A node must not be able to make a pod that gives it anything: what mirrors its own doing uses nothing. */
  #read(namespace: string, name: string): string {
    const pod = this.#pods.get(namespace, name);
    const isMirror = pod?.metadata.annotations?.[this.#mirrorAnnotation] !== undefined;
    return pod === undefined || isMirror ? '' : podUses(pod);
  }

  #follow(change: ObjectChange<CoreV1Pod>): void {
    const before = change.fieldsBefore?.[nodeField] ?? '';
    const after = change.fieldsAfter?.[nodeField] ?? '';
    if (before !== '' && before !== after) this.#remove(before, change);
    const pods = after === '' ? undefined : this.#nodes.get(after);
    if (pods !== undefined) mark(pods, change);
  }

  #remove(node: string, { namespace, name }: ObjectKey): void {
    const pods = this.#nodes.get(node);
    const ofNamespace = pods?.get(namespace);
    if (pods === undefined || !ofNamespace?.delete(name)) return;
    if (ofNamespace.size === 0) pods.delete(namespace);
    if (pods.size === 0) this.#nodes.delete(node);
  }
}

/** Marks the pod to be read at the next request. */
function mark(pods: PodsOfNode, { namespace, name }: ObjectKey): void {
  const ofNamespace = pods.get(namespace);
  if (ofNamespace === undefined) pods.set(namespace, new Map([[name, undefined]]));
  else ofNamespace.set(name, undefined);
}
