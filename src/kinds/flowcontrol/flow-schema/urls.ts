import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';

/** A path, or a path prefix that ends in `/*`. Reports the first error only. */
export function validateUrl(url: string, path: FieldPath): FieldError[] {
  const error = urlError(url);
  return error === undefined ? [] : [invalid(path, url, error)];
}

function urlError(url: string): string | undefined {
  if (url === '') return 'must not be empty';
  if (url === '/') return undefined;
  if (!url.startsWith('/')) return 'must start with slash';
  if (url.includes(' ')) return 'must not contain white-space';
  if (url.includes('//')) return 'must not contain double slash';
  const star = url.indexOf('*');
  const isSuffix = star === url.length - 1 && url.endsWith('/*');
  return star === -1 || isSuffix ? undefined : 'wildcard can only do suffix matching';
}
