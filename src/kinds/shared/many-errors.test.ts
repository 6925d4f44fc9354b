import { describe, expect, test } from 'vitest';
import { servedApi } from '../../../test/support/unit/pod-specs.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { type FieldError, FieldPath } from '../../api/validation/field-errors.ts';
import { validatePolicyAnnotations } from '../policy/pod-security-policy/annotations.ts';
import { podContext } from './pod-spec/index.ts';
import { validateSecurityContext } from './pod-spec/security-context.ts';
import { validateDownwardApiSource } from './volume-sources/downward-api.ts';
import { validateQuobyte } from './volume-sources/network.ts';

const path = FieldPath.of('x');
const dialect = dialects[0]!;
const textOf = (errors: readonly FieldError[]): number =>
  errors.reduce((sum, { body }) => sum + body.length, 0);

/** Each error repeats the whole list as its value: all of them together would be gigabytes. */
describe('validation reports only the first of thousands of errors', () => {
  test.each<[string, () => FieldError[]]>([
    [
      'registries of a Quobyte volume',
      () => validateQuobyte({ registry: ','.repeat(1_000_000), volume: 'v' }, path),
    ],
    [
      'capabilities',
      () => {
        const add = Array(20_000).fill('CAP_SYS_ADMIN');
        return validateSecurityContext(
          { allowPrivilegeEscalation: false, capabilities: { add } },
          path,
          podContext(servedApi),
        );
      },
    ],
    [
      'files of a downward API volume',
      () => validateDownwardApiSource({ items: Array(20_000).fill({ path: '' }) } as never, path),
    ],
    [
      'AppArmor profiles of a PodSecurityPolicy',
      () => {
        const key = `apparmor.security.beta.${dialect.label}/allowedProfileNames`;
        return validatePolicyAnnotations({ [key]: 'a,'.repeat(100_000) }, dialect);
      },
    ],
  ])('%s', (_, validate) => {
    const errors = validate();
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThan(3_000);
    expect(textOf(errors)).toBeLessThan(4 * 1024 * 1024);
  });
});
