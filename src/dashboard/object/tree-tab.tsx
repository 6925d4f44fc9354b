import { formatRoute, objectRoute } from '../address/route.ts';
import { queryText } from '../calls/calls.ts';
import { type ResourceType, typeName } from '../calls/session.ts';
import { ageText } from '../table/age.ts';
import type { TabProps } from './tab-props.ts';
import { useAnswer } from './use-answer.ts';

interface Node {
  title: string;
  isGone: boolean;
  type: ResourceType;
  metadata: {
    uid: string;
    name: string;
    namespace?: string;
    creationTimestamp?: string;
    deletionTimestamp?: string;
    finalizers?: string[];
  };
}

interface Tree {
  /** Owners, topmost first; the object itself is the last one. */
  chain: Node[];
  byOwner: Record<string, Node[]>;
  unread: { type: string; message: string }[];
}

/** The owners of the object above it, and all that depends on it below. */
export function TreeTab({ object, type }: TabProps) {
  const { group, version, resource } = type;
  const { name, namespace = '' } = object.metadata;
  const { value, problem } = useAnswer<Tree>(
    `local/tree${queryText({ group, version, resource, namespace, name })}`,
  );
  if (value === undefined)
    return <p class={problem === '' ? '' : 'problem'}>{problem || 'Looking through all types …'}</p>;
  return (
    <div class="tree">
      <Chain chain={value.chain} tree={value} />
      {value.unread.map(({ type: left, message }) => (
        <p key={left}>
          <small>
            Left out {left}: {message}
          </small>
        </p>
      ))}
    </div>
  );
}

function Chain({ chain, tree }: { chain: readonly Node[]; tree: Tree }) {
  const [first, ...rest] = chain;
  if (first === undefined) return null;
  const below =
    rest.length > 0 ? <Chain chain={rest} tree={tree} /> : <Dependents of={first} tree={tree} above={[]} />;
  return (
    <ul>
      <li>
        <NodeLine node={first} isAsked={rest.length === 0} />
        {below}
      </li>
    </ul>
  );
}

function Dependents({ of, tree, above }: { of: Node; tree: Tree; above: readonly string[] }) {
  const nodes = (tree.byOwner[of.metadata.uid] ?? []).toSorted((a, b) => (a.title < b.title ? -1 : 1));
  // References may be written by hand, in circles too.
  if (nodes.length === 0 || above.includes(of.metadata.uid)) return null;
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.metadata.uid}>
          <NodeLine node={node} isAsked={false} />
          <Dependents of={node} tree={tree} above={[...above, of.metadata.uid]} />
        </li>
      ))}
    </ul>
  );
}

function NodeLine({ node, isAsked }: { node: Node; isAsked: boolean }) {
  const { title, type, metadata, isGone } = node;
  const href = formatRoute(
    objectRoute(typeName(type), type.namespaced ? (metadata.namespace ?? '') : '', metadata.name, 'tree'),
  );
  const notes = [
    isGone ? 'not there any more' : '',
    metadata.deletionTimestamp ? 'being deleted' : '',
    ageText(metadata.creationTimestamp, Date.now()),
  ];
  return (
    <>
      {isAsked ? <strong>{title}</strong> : isGone ? title : <a href={href}>{title}</a>}{' '}
      <small>{notes.filter(Boolean).join(', ')}</small>
    </>
  );
}
