import { humanDuration } from '../../util/duration.ts';
import { Columns } from '../shared/output/columns.ts';
import type { TreeNode } from '../shared/ownership/node.ts';

/** Levels below the object that are printed. */
const maxDepth = 50;

/** The chain of owners, and below its last object all dependents, as lines with ages and notes. */
export function treeText(
  chain: readonly TreeNode[],
  byOwner: ReadonlyMap<string, readonly TreeNode[]>,
  now: number,
): string {
  const rows: string[][] = [];
  const asked = chain.at(-1)!;
  for (const [depth, node] of chain.entries()) {
    rows.push(rowOf(node, depth === 0 ? '' : `${'   '.repeat(depth - 1)}└─ `, chain, now));
  }
  const seen = new Set(chain.map(({ metadata }) => metadata.uid));
  const addBelow = (owner: TreeNode, indent: string, depth: number): void => {
    const dependents = [...(byOwner.get(owner.metadata.uid ?? '') ?? [])].sort(byTitle);
    for (const [index, node] of dependents.entries()) {
      const isLast = index === dependents.length - 1;
      const isKnown = seen.has(node.metadata.uid);
      rows.push(rowOf(node, indent + (isLast ? '└─ ' : '├─ '), [owner], now));
      seen.add(node.metadata.uid);
      if (!isKnown && depth < maxDepth) addBelow(node, indent + (isLast ? '   ' : '│  '), depth + 1);
    }
  };
  addBelow(asked, '   '.repeat(chain.length - 1), 0);
  const isNoted = rows.some((row) => row[2] !== '');
  const header = ['NAME', 'AGE', 'NOTE'];
  return new Columns().format(
    [header, ...rows].map((row) => (isNoted ? row : row.slice(0, 2))).map((row) => withoutTail(row)),
  );
}

const withoutTail = (row: string[]): string[] => (row.at(-1) === '' ? row.slice(0, -1) : row);

const byTitle = (a: TreeNode, b: TreeNode): number => (a.title < b.title ? -1 : Number(a.title > b.title));

function rowOf(node: TreeNode, prefix: string, shown: readonly TreeNode[], now: number): string[] {
  const { title, metadata } = node;
  const { creationTimestamp } = metadata;
  const age = creationTimestamp ? humanDuration(now - Date.parse(creationTimestamp)) : '';
  return [`${prefix}${title}`, age, notesOf(node, shown).join('; ')];
}

function notesOf({ metadata, type, isGone = false }: TreeNode, shown: readonly TreeNode[]): string[] {
  const { deletionTimestamp, finalizers = [], ownerReferences = [], namespace = '' } = metadata;
  const others = ownerReferences.filter(({ uid }) => !shown.some((node) => node.metadata.uid === uid));
  const isFar = shown[0] !== undefined && !shown[0].type.namespaced && type.namespaced;
  return [
    ...(isGone ? ['not there any more'] : []),
    ...(deletionTimestamp
      ? [`being deleted${finalizers.length > 0 ? `, held by ${finalizers.join(', ')}` : ''}`]
      : []),
    ...(others.length > 0
      ? [`also owned by ${others.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`]
      : []),
    ...(isFar ? [`in namespace ${namespace}`] : []),
  ];
}
