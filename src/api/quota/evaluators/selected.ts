import type { Scope } from './evaluator.ts';

/** Selects as labels are selected: what has no class is in none of them. */
export function isSelected(className: string, { operator, values }: Scope): boolean {
  switch (operator) {
    case 'Exists':
      return className !== '';
    case 'DoesNotExist':
      return className === '';
    case 'In':
      return className !== '' && (values ?? []).includes(className);
    case 'NotIn':
      return className === '' || !(values ?? []).includes(className);
    default:
      return false;
  }
}
