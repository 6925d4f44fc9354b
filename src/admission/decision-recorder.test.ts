import { expect, it } from 'vitest';
import { forbiddenError } from '../api/meta/status.ts';
import { DecisionRecorder } from './decision-recorder.ts';

const refusal = forbiddenError({ group: '', resource: 'pods' }, 'a', 'too big');
const refuse = (): never => {
  throw refusal;
};

it('tells who changed the object, who let it pass, and who refused it', async () => {
  const recorder = new DecisionRecorder(true);
  const object = { spec: { tolerations: [{ key: 'a' }] as object[] } };
  await recorder.during('Quiet', 'admit', object, () => {});
  await recorder.during(
    'Tolerant',
    'admit',
    object,
    async () => void object.spec.tolerations.push({ key: 'b' }),
  );
  await expect(recorder.during('Strict', 'validate', object, refuse)).rejects.toBe(refusal);
  expect(recorder.passed).toEqual(['Quiet']);
  expect(recorder.steps).toEqual([
    {
      plugin: 'Tolerant',
      step: 'admit',
      outcome: 'changed',
      patch: [{ op: 'add', path: '/spec/tolerations/1', value: { key: 'b' } }],
    },
    {
      plugin: 'Strict',
      step: 'validate',
      outcome: 'refused',
      code: 403,
      message: 'pods "a" is forbidden: too big',
    },
  ]);
});

it('does not take what the server changes before validation for a change of the plugin that validates first', async () => {
  const recorder = new DecisionRecorder(true);
  const object: Record<string, unknown> = {};
  await recorder.during('One', 'admit', object, () => {});
  object['uid'] = 'u';
  await recorder.during('Two', 'validate', object, () => {});
  expect([recorder.steps, recorder.passed]).toEqual([[], ['One', 'Two']]);
});

it('shows each plugin only its own change', async () => {
  const recorder = new DecisionRecorder(true);
  const object: Record<string, unknown> = {};
  await recorder.during('One', 'admit', object, () => void (object['a'] = { x: 1 }));
  await recorder.during('Two', 'admit', object, () => void (object['a'] = { x: 1, y: 2 }));
  expect(recorder.steps.map(({ patch }) => patch)).toEqual([
    [{ op: 'add', path: '/a', value: { x: 1 } }],
    [{ op: 'add', path: '/a/y', value: 2 }],
  ]);
});

it('shows the change of a webhook as the webhook stated it, and not again as that of its plugin', async () => {
  const recorder = new DecisionRecorder(true);
  const object: Record<string, unknown> = {};
  const patch = [{ op: 'add', path: '/a', value: 1 }];
  await recorder.during('Webhooks', 'admit', object, () => {
    recorder.patched('w.example', patch);
    object['a'] = 1;
    recorder.answered({ webhook: 'w.example', configuration: 'c', step: 'admit', outcome: 'allowed' });
  });
  expect(recorder.steps).toEqual([
    { webhook: 'w.example', configuration: 'c', step: 'admit', outcome: 'changed', patch },
  ]);
});

it('says of a refusal by a webhook once that it is one', async () => {
  const recorder = new DecisionRecorder(true);
  const refused = { webhook: 'w.example', configuration: 'c', step: 'validate', outcome: 'refused' } as const;
  const asked = recorder.during('Webhooks', 'validate', {}, () => {
    recorder.answered({ ...refused, code: 403, message: 'no' });
    refuse();
  });
  await expect(asked).rejects.toBe(refusal);
  expect(recorder.steps).toEqual([{ ...refused, code: 403, message: 'no' }]);
});

it('leaves out values of confidential objects, and those that are too long', async () => {
  const [open, closed] = [new DecisionRecorder(true), new DecisionRecorder(false)];
  for (const recorder of [open, closed]) {
    const object: Record<string, unknown> = {};
    await recorder.during('One', 'admit', object, () => {
      object['short'] = 'secret';
      object['long'] = 'x'.repeat(2_000);
    });
  }
  const [short, long] = [
    { op: 'add', path: '/short' },
    { op: 'add', path: '/long', valueLength: 2_002 },
  ];
  expect(open.steps[0]!.patch).toEqual([{ ...short, value: 'secret' }, long]);
  expect(closed.steps[0]!.patch).toEqual([{ ...short, valueLength: 8 }, long]);
});

it('does not compare what is too large, and still tells of refusals', async () => {
  const recorder = new DecisionRecorder(true);
  const object = { values: Array.from({ length: 30_000 }, (_, index) => index) };
  await recorder.during('One', 'admit', object, () => void object.values.push(1));
  await expect(recorder.during('Two', 'validate', object, refuse)).rejects.toBe(refusal);
  expect(recorder.isTooLarge).toBe(true);
  expect(recorder.steps.map(({ plugin, outcome }) => [plugin, outcome])).toEqual([['Two', 'refused']]);
});
