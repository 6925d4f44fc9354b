import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/machinery/field-errors.ts';
import { eachFault } from '../../shared/each-fault.ts';

const longest = 253;
const segment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const patternText = `must have at most ${longest} characters and match regex ^(${segment}[\\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]$`;
/** A character that has no place in a name, a segment that begins or ends badly, a star before the end. */
const fault = /[^-_./a-z0-9*]|\*.|^[-_./]|[-_./]$|[./][-_./]|[-_][./*]/s;

/** Names of kernel settings; a star at the end stands for the rest. */
export function validateSysctls(sysctls: readonly string[] = [], path: FieldPath): FieldError[] {
  const errors = eachFault(sysctls, (text, index) => {
    if (text === '') return [invalid(path.index(index), text, 'empty sysctl not allowed')];
    return isPattern(text) ? [] : [invalid(path.index(index), text, patternText)];
  });
  const coversAll = sysctls.some((text) => text.startsWith('*') && isPattern(text));
  if (!coversAll || sysctls.length < 2) return errors;
  return [...errors, forbidden(path.child('items'), "if '*' is present, must not specify other sysctls")];
}

/** A dash or an underscore may stand before a star: the star stands for what comes next. */
const isPattern = (text: string): boolean =>
  text.length <= longest && !fault.test(text.replace(/(?<=[a-z0-9])[-_]+\*$/, '*'));

/** What is allowed must not be forbidden: the narrower of two that overlap is at fault. */
export function validateNoOverlap(
  allowed: readonly string[] = [],
  forbiddenOnes: readonly string[] = [],
  [allowedPath, forbiddenPath]: readonly [FieldPath, FieldPath],
): FieldError[] {
  return eachFault(allowed, (one, index) =>
    eachFault(forbiddenOnes, (other, otherIndex) => {
      if (covers(other, one)) return [overlap(allowedPath.index(index), one, other)];
      return covers(one, other) ? [overlap(forbiddenPath.index(otherIndex), other, one)] : [];
    }),
  );
}

const overlap = (path: FieldPath, text: string, other: string): FieldError =>
  invalid(path, text, `sysctl overlaps with ${other}`);

/** Whether everything that `text` stands for is among what `pattern` stands for. */
function covers(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.replace(/\*$/, '').startsWith(pattern.slice(0, -1)) : pattern === text;
}
