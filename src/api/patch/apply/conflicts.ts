import { goQuote } from '../../machinery/quote.ts';
import { StatusError } from '../../machinery/status.ts';
import type { FieldNode } from './field-set.ts';
import { type FieldManager, identityText } from './managers.ts';
import { pathTexts } from './path-text.ts';

/** Fields of another manager that an apply would change. */
export interface FieldConflict {
  manager: FieldManager;
  set: FieldNode;
}

/** What an applier is told: one cause a field. */
export function conflictError(conflicts: readonly FieldConflict[]): StatusError {
  const sorted = [...conflicts].sort((a, b) => (identityText(a.manager) < identityText(b.manager) ? -1 : 1));
  const found = sorted.map(({ manager, set }) => ({ manager: managerText(manager), paths: pathTexts(set) }));
  const causes = found.flatMap(({ manager, paths }) =>
    paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${manager}`, field })),
  );
  return new StatusError(409, 'Conflict', `Apply failed with ${messageOf(found, causes.length)}`, { causes });
}

function messageOf(found: readonly { manager: string; paths: string[] }[], count: number): string {
  if (count === 1) return `1 conflict: conflict with ${found[0]!.manager}: ${found[0]!.paths[0]}`;
  const lines = found.flatMap(({ manager, paths }) => [
    `conflicts with ${manager}:`,
    ...paths.map((path) => `- ${path}`),
  ]);
  return `${count} conflicts: ${lines.join('\n')}`;
}

/** `"kubectl-edit" with subresource "scale" using apps/v1`; the version only where the manager has one. */
function managerText({ manager, operation, apiVersion, subresource }: FieldManager): string {
  const through = subresource ? ` with subresource ${goQuote(subresource)}` : '';
  return goQuote(manager) + through + (operation === 'Update' ? ` using ${apiVersion}` : '');
}
