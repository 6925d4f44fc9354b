import { describe, expect, it } from 'vitest';
import { type Decisions, maxDecisionsLength } from '../../api/request/decisions.ts';
import { decisionText } from './decision-text.ts';

const parsed = (decisions: Decisions): Decisions => JSON.parse(decisionText(decisions));

function admitted(operations: number, valueLength: number): Decisions {
  const patch = Array.from({ length: operations }, (_, index) => ({
    op: 'add',
    path: `/metadata/labels/l${index}`,
    value: 'x'.repeat(valueLength),
  }));
  const steps = [{ plugin: 'P', step: 'admit' as const, outcome: 'changed' as const, patch }];
  return { admission: [{ operation: 'CREATE', resource: 'pods', steps, passed: [] }] };
}

function asked(reason: string): Decisions {
  const steps = [{ authorizer: 'RBAC', verdict: 'allow', reason }];
  return { authorization: [{ about: 'request', user: 'ann', verb: 'get', isAllowed: true, steps }] };
}

it('says all that fits, in ASCII', () => {
  const decisions = asked('für Jürgen \u{1f600} \u007f\n');
  const text = decisionText(decisions);
  expect(text).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(text)).toEqual(decisions);
});

it('leaves out values first', () => {
  const { admission, isCut } = parsed(admitted(20, 900));
  expect(isCut).toBe(true);
  expect(admission![0]!.steps[0]!.patch).toHaveLength(20);
  expect(admission![0]!.steps[0]!.patch![0]).toEqual({
    op: 'add',
    path: '/metadata/labels/l0',
    valueLength: 902,
  });
});

it('leaves out operations next, and counts them', () => {
  const [step] = parsed(admitted(1_000, 10)).admission![0]!.steps;
  expect([step!.patch!.length, step!.more]).toEqual([5, 995]);
});

it('keeps the verdict when reasons are too long', () => {
  const [decision] = parsed(asked('r'.repeat(20_000))).authorization!;
  expect(decision!.isAllowed).toBe(true);
  expect(decision!.steps[0]!.reason!.length).toBeLessThan(250);
});

describe('expressions of policies', () => {
  const expressions = (count: number, value: string) =>
    Array.from({ length: count }, (_, at) => ({
      policy: `p${at}`,
      expression: 'object.spec'.repeat(20),
      value,
      cost: at,
    }));
  const told = (count: number, value: string) => {
    const given = { operation: 'CREATE', resource: 'pods', steps: [], passed: [] };
    return parsed({ admission: [{ ...given, expressions: expressions(count, value) }] }).admission?.[0]
      ?.expressions;
  };

  it('are told whole where they fit', () => {
    expect(told(5, 'true')).toEqual(expressions(5, 'true'));
  });

  it('are shortened first', () => {
    const [first, ...others] = told(60, 'false')!;
    expect(others).toHaveLength(59);
    expect(first).toMatchObject({ policy: 'p0', value: 'false', cost: 0 });
    expect(first!.expression.length).toBeLessThan(60);
  });

  it('that hold are left out next', () => {
    expect(told(100, 'true')).toEqual([]);
  });
});

it('is never longer than its bound', () => {
  const many = Array.from({ length: 200 }, () => admitted(100, 1_000).admission![0]!);
  const text = decisionText({ admission: many });
  expect(text.length).toBeLessThanOrEqual(maxDecisionsLength);
  expect(JSON.parse(text)).toEqual({ isCut: true });
});
