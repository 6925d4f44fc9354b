import { expect, it } from 'vitest';
import { Environments } from './environments.ts';
import { PolicyExpressions } from './policy-expressions.ts';

const expressions = () =>
  new PolicyExpressions(new Environments('1.36'), { hasParams: false, hasVariables: false });
const tooMany = { problem: { isInternal: false, detail: 'the expressions are more than can be compiled' } };

it.each([
  ['very many', 2_000, 'true'],
  ['very long', 40, `true${' || true'.repeat(500)}`],
])('%s expressions of one policy are not compiled', (_, count, text) => {
  const policy = expressions();
  const compiled = Array.from({ length: count }, () => policy.compile('validation', text));
  expect(compiled[0]).toHaveProperty('expression');
  expect(compiled.at(-1)).toEqual(tooMany);
});
