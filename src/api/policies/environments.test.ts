import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../gates/feature-gates.ts';
import { type EnvironmentSettings, Environments } from './environments.ts';
import { budgets, Evaluation } from './evaluation.ts';
import { PolicyExpressions } from './policy-expressions.ts';

const objects = new Map([['object', null]]);

function costOf(text: string, environments: Environments): number {
  const expressions = new PolicyExpressions(environments, { hasParams: false, hasVariables: false });
  const compiled = expressions.compile('variable', text);
  if ('problem' in compiled) throw new Error(compiled.problem.detail);
  const left = { cost: budgets.policy };
  void new Evaluation({ variables: new Map() }, objects, undefined).evaluate({ text, compiled }, left);
  return budgets.policy - left.cost;
}

const strictIn = (release: string, ...settings: string[]): EnvironmentSettings => ({
  isStrict: new FeatureGates(release, settings).isOn('StrictCostEnforcementForVAP'),
});

const quantity = `quantity('${'1'.repeat(100)}')`;

describe('functions of later libraries', () => {
  it.each<[string, string[], number]>([
    ['1.29', [], 1],
    ['1.30', [], 1],
    ['1.31', [], 1],
    ['1.31', ['StrictCostEnforcementForVAP=true'], 10],
    ['1.32', [], 10],
    ['1.36', [], 10],
  ])('in %s with %j cost %d for a text of 100 characters', (release, settings, cost) => {
    expect(costOf(quantity, new Environments(release, strictIn(release, ...settings)))).toBe(cost);
  });

  it('cost what they take in the original language, whichever the release', () => {
    const text = `'${'a'.repeat(100)}'.lowerAscii()`;
    expect(costOf(text, new Environments('1.28', { isStrict: false }))).toBe(10);
  });
});

describe('the question whether a field is there', () => {
  it.each([
    ['1.28', 1],
    ['1.29', 0],
    ['1.36', 0],
  ])('in %s costs %d more than what it is asked of', (release, more) => {
    const [all, own] = ["has({'a': 1}.a)", "{'a': 1}"].map((text) => costOf(text, new Environments(release)));
    expect(all! - own!).toBe(more);
  });
});

describe('new expressions', () => {
  const compiles = (release: string, text: string, minCompatibility?: string): boolean => {
    const settings = minCompatibility === undefined ? {} : { minCompatibility };
    const { fresh } = new Environments(release, settings).of({ mutates: false });
    return 'expression' in fresh.compile(text);
  };
  it.each<[string, string, string | undefined, boolean]>([
    ['1.33', "isSemver('1.0.0')", undefined, false],
    ['1.34', "isSemver('1.0.0')", undefined, true],
    ['1.33', "isSemver('1.0.0')", '1.33', true],
    ['1.36', 'lists.range(2).size() == 2', undefined, true],
    ['1.36', 'lists.range(2).size() == 2', '1.33', false],
    ['1.30', "isIP('::1')", '1.30', false],
    ['1.31', "isIP('::1')", '1.30', true],
    ['1.27', '1 < 2.5', undefined, false],
    ['1.28', '1 < 2.5', undefined, false],
    ['1.29', '1 < 2.5', undefined, true],
    ['1.28', "isQuantity('1')", undefined, false],
    ['1.29', 'sets.contains([1], [1])', undefined, false],
    ['1.30', 'sets.contains([1], [1])', undefined, true],
    ['1.32', '[1].all(i, v, i == v)', undefined, false],
    ['1.33', '[1].all(i, v, i == v)', undefined, true],
    ['1.31', "format.dns1123Label().validate('a').hasValue()", undefined, false],
    ['1.32', "format.dns1123Label().validate('a').hasValue()", undefined, true],
  ])('in %s may have %s beside servers of %s: %s', (release, text, minCompatibility, may) => {
    expect(compiles(release, text, minCompatibility)).toBe(may);
  });
});
