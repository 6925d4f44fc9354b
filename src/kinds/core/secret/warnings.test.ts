import { expect, test } from 'vitest';
import { Bench, dependencies, metadata } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { secret } from './index.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const type = `${dependencies.dialect.label}/tls`;

test.each([
  ['1.26', 'x', 'y', []],
  ['1.27', 'x', 'y', ['tls: failed to find any PEM data in certificate input']],
  ['1.27', '-----BEGIN CERTIFICATE-----', 'y', ['tls: failed to find any PEM data in key input']],
])('in %s a pair of %s and %s is warned of: %j', (release, certificate, key, warnings) => {
  const rules = secret({ ...dependencies, gates: new FeatureGates(release) });
  const bench = new Bench(rules, {
    metadata: metadata('a'),
    type,
    data: { 'tls.crt': base64(certificate), 'tls.key': base64(key) },
  });
  expect(rules.warnings?.(bench.decode(), undefined) ?? []).toEqual(warnings);
});
