import { type Coordinates, type TypeName, within } from './coordinates.ts';
import type { DependencyGraph } from './dependency-graph.ts';
import type { GraphNode } from './graph-node.ts';

interface Vertex {
  coordinates: Coordinates;
  /** Undefined for an owner that the graph does not have. */
  node: GraphNode | undefined;
}

/**
 * The graph as graphviz text, edges from dependents to owners: what belongs to something or owns something, or, of some
 * uids, all that they belong to and that belongs to them.
 */
export function graphText(graph: DependencyGraph, uids: readonly string[] = []): string {
  const nodes =
    uids.length === 0
      ? [...graph.nodes()].filter(({ owners, dependents }) => owners.length > 0 || dependents.size > 0)
      : [...closure(graph, uids)];
  const vertices = verticesOf(nodes);
  const ids = new Map([...vertices.keys()].map((uid, index) => [uid, index]));
  const edges = nodes.flatMap(({ uid, owners }) =>
    [...new Set(owners.map((owner) => ids.get(owner.uid)))].map((owner) => `  ${ids.get(uid)} -> ${owner};`),
  );
  const definitions = [...vertices.values()].map(vertexText);
  return [
    ...['strict digraph full {', '  // Node definitions.', ...definitions],
    ...['', '  // Edge definitions.', ...edges, '}', ''],
  ].join('\n');
}

function closure(graph: DependencyGraph, uids: readonly string[]): Set<GraphNode> {
  const found = new Set<GraphNode>();
  const waiting = [...uids];
  for (let uid = waiting.pop(); uid !== undefined; uid = waiting.pop()) {
    const node = graph.get(uid);
    if (node === undefined || found.has(node)) continue;
    found.add(node);
    for (const owner of node.owners) waiting.push(owner.uid);
    for (const dependent of node.dependents) waiting.push(dependent.uid);
  }
  return found;
}

/** By uid, the nodes first. */
function verticesOf(nodes: readonly GraphNode[]): Map<string, Vertex> {
  const vertices = new Map<string, Vertex>();
  for (const node of nodes) vertices.set(node.uid, { coordinates: node.coordinates, node });
  for (const { owners, coordinates } of nodes) {
    for (const owner of owners) {
      if (vertices.has(owner.uid)) continue;
      vertices.set(owner.uid, { coordinates: within(owner, coordinates.namespace), node: undefined });
    }
  }
  return vertices;
}

function vertexText({ coordinates, node }: Vertex, id: number): string {
  const { type, namespace, name, uid } = coordinates;
  const { group, version } = groupVersionOf(type);
  const kind = [type.kind, version, ...(group === '' ? [] : [group])].join('.');
  const flags = {
    missing: node === undefined,
    beingDeleted: node?.isBeingDeleted ?? false,
    deletingDependents: node?.isDeletingDependents ?? false,
    virtual: node?.isObserved === false,
  };
  const set = Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []));
  const lines = [`uid=${uid}`, `namespace=${namespace}`, `${kind}/${name}`, set.join(',')];
  const label = `${lines.filter((line) => line !== '').join('\n')}\n`;
  const attributes = { label, group, version, kind: type.kind, namespace, name, uid, ...flags };
  const texts = Object.entries(attributes).map(([key, value]) => `    ${key}=${quoted(String(value))}`);
  return [`  ${id} [`, ...texts, '  ];'].join('\n');
}

function groupVersionOf({ apiVersion }: TypeName): { group: string; version: string } {
  const at = apiVersion.indexOf('/');
  return { group: apiVersion.slice(0, Math.max(at, 0)), version: apiVersion.slice(at + 1) };
}

/** Text that graphviz reads: a line break may stand in one. */
const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
