import { describe, expect, it, vi } from 'vitest';
import { Pacer } from '../../util/pacer.ts';
import { boolType, intType, objectType, stringType } from '../cel/types/types.ts';
import { Environments } from './environments.ts';
import { type CheckedKind, typeWarnings } from './type-check.ts';

const kindOf = (group: string, kind: string, fields: Parameters<typeof objectType>[1]): CheckedKind => ({
  group,
  version: 'v1',
  kind,
  object: objectType('Object', { spec: objectType('Object.spec', fields) }),
  params: objectType('Params', { max: intType }),
});

const deployment = kindOf('apps', 'Deployment', { replicas: intType, paused: boolType });
const pod = kindOf('', 'Pod', { nodeName: stringType });

const warnings = (spec: object, kinds = [deployment], pacer = new Pacer()) =>
  typeWarnings(spec as never, kinds, new Environments('1.36'), pacer);

describe('the expressions of a policy', () => {
  it.each<[string, object]>([
    ['that fit', { expression: 'object.spec.replicas <= 5' }],
    ['that give something else than a bool', { expression: 'object.spec.replicas' }],
    ['of messages that fit', { expression: 'true', messageExpression: 'string(object.spec.replicas)' }],
  ])('%s are not warned of', async (_, validation) => {
    expect(await warnings({ validations: [validation] })).toEqual([]);
  });

  it.each<[string, object, string, string]>([
    [
      'that name a field that there is not',
      { expression: 'object.spec.replica > 1' },
      'spec.validations[0].expression',
      "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'replica'\n | object.spec.replica > 1\n | ...........^\n",
    ],
    [
      'of messages that do not fit',
      { expression: 'true', messageExpression: 'object.spec.none' },
      'spec.validations[0].messageExpression',
      "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'none'\n | object.spec.none\n | ...........^\n",
    ],
  ])('%s are warned of', async (_, validation, fieldRef, warning) => {
    expect(await warnings({ validations: [validation] })).toEqual([{ fieldRef, warning }]);
  });

  it('are checked with each of the kinds, in the order of their groups', async () => {
    const [found] = await warnings({ validations: [{ expression: 'object.spec.none == 1' }] }, [
      deployment,
      pod,
    ]);
    expect(found!.warning.split('\n').filter((line) => line.includes('Kind='))).toEqual([
      expect.stringMatching('^/v1, Kind=Pod: ERROR'),
      expect.stringMatching('^apps/v1, Kind=Deployment: ERROR'),
    ]);
  });

  it('know variables and parameters', async () => {
    const paramKind = { apiVersion: 'v1', kind: 'Limit' };
    const variables = [{ name: 'n', expression: 'object.spec.replicas' }];
    const validations = [{ expression: 'variables.n <= params.max' }, { expression: 'params.min == 1' }];
    expect((await warnings({ paramKind, variables, validations })).map(({ fieldRef }) => fieldRef)).toEqual([
      'spec.validations[1].expression',
    ]);
  });

  it('leave turns to others, however many they are', async () => {
    const validations = Array.from({ length: 300 }, (_, n) => ({
      expression: `object.spec.replicas == ${n}`,
    }));
    // Each slice is over at once, however fast the machine is.
    const pacer = new Pacer();
    vi.spyOn(pacer, 'isDue').mockReturnValue(true);
    const turn = vi.spyOn(pacer, 'turn');
    expect(await warnings({ validations }, [deployment, deployment, deployment], pacer)).toEqual([]);
    expect(turn.mock.calls.length).toBeGreaterThanOrEqual(300 * 3);
  });

  it('do not know the resource of the request as one to be checked', async () => {
    const expression = "authorizer.requestResource.check('get').allowed()";
    expect(await warnings({ validations: [{ expression }] })).toHaveLength(1);
  });
});
