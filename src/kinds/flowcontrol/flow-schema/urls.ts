import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';

/** A path, or with `*` as its last step all paths below it. Only the first fault is told. */
export function validateUrl(url: string, path: FieldPath): FieldError[] {
  const fault = faultOf(url);
  return fault === undefined ? [] : [invalid(path, url, fault)];
}

function faultOf(url: string): string | undefined {
  if (url === '') return 'must not be empty';
  if (url === '/') return undefined;
  if (!url.startsWith('/')) return 'must start with slash';
  if (url.includes(' ')) return 'must not contain white-space';
  if (url.includes('//')) return 'must not contain double slash';
  const star = url.indexOf('*');
  const isSuffix = star === url.length - 1 && url.endsWith('/*');
  return star === -1 || isSuffix ? undefined : 'wildcard can only do suffix matching';
}
