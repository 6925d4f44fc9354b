import { goQuote } from '../../../util/quote.ts';
import { StatusError } from '../../meta/status.ts';
import type { FieldNode } from './field-set.ts';
import { identityText, type ManagerIdentity } from './managers.ts';
import { pathCount, pathTexts } from './path-text.ts';

/** Fields of another manager that an apply would change. */
export interface FieldConflict {
  manager: ManagerIdentity;
  set: FieldNode;
}

/** Conflicts that the Status lists; its message says how many there are. */
const maxListed = 1_000;

/** The Status that answers an apply: one cause for each field. */
export function conflictError(conflicts: readonly FieldConflict[]): StatusError {
  const sorted = [...conflicts].sort((a, b) => (identityText(a.manager) < identityText(b.manager) ? -1 : 1));
  const count = sorted.reduce((sum, { set }) => sum + pathCount(set), 0);
  let left = maxListed;
  const found = sorted.map(({ manager, set }) => {
    const paths = pathTexts(set, left);
    left -= paths.length;
    return { manager: managerText(manager), paths };
  });
  const causes = found.flatMap(({ manager, paths }) =>
    paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${manager}`, field })),
  );
  return new StatusError(409, 'Conflict', `Apply failed with ${messageOf(found, count)}`, { causes });
}

function messageOf(found: readonly { manager: string; paths: string[] }[], count: number): string {
  if (count === 1) return `1 conflict: conflict with ${found[0]!.manager}: ${found[0]!.paths[0]}`;
  const lines = found.flatMap(({ manager, paths }) => [
    `conflicts with ${manager}:`,
    ...paths.map((path) => `- ${path}`),
  ]);
  if (count > maxListed) lines.push(`and ${count - maxListed} more`);
  return `${count} conflicts: ${lines.join('\n')}`;
}

/** `"kubectl-edit" with subresource "scale" using apps/v1`; the version only where the manager has one. */
function managerText({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  const through = subresource ? ` with subresource ${goQuote(subresource)}` : '';
  return goQuote(manager) + through + (operation === 'Update' ? ` using ${apiVersion}` : '');
}
