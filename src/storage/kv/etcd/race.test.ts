import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Race } from './race.ts';
import { GrpcCode, RpcError } from './rpc-error.ts';

type Behaviour = () => Promise<string>;

const after = (milliseconds: number, answer: string): Behaviour => {
  return async () => {
    await sleep(milliseconds);
    return answer;
  };
};
const failing = (milliseconds: number, code: number, details: string): Behaviour => {
  return async () => {
    await sleep(milliseconds);
    throw new RpcError(code, details);
  };
};
const hanging = (): Behaviour => () => new Promise(() => {});

function race(members: Behaviour[], mayBegin = true) {
  const log: string[] = [];
  const asked: number[] = [];
  const { answer } = new Race(
    members,
    (member) => {
      asked.push(members.indexOf(member));
      return member();
    },
    {
      patience: 50,
      begin: () => {
        log.push('begin');
        return mayBegin;
      },
      end: () => log.push('end'),
      overtaken: () => log.push('overtaken'),
    },
  );
  return { answer, asked, log };
}

it('a member that answers in time is the only one that is asked', async () => {
  const { answer, asked, log } = race([after(5, 'a'), after(5, 'b')]);
  expect(await answer).toBe('a');
  await sleep(80);
  expect([asked, log]).toEqual([[0], []]);
});

it('a member that hangs is overtaken by the next one, and one that hangs too by the third', async () => {
  const { answer, asked, log } = race([hanging(), hanging(), after(5, 'c')]);
  const begun = performance.now();
  expect(await answer).toBe('c');
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect([asked, log]).toEqual([
    [0, 1, 2],
    ['begin', 'end', 'overtaken'],
  ]);
});

it('the first one may still win', async () => {
  const { answer, asked, log } = race([after(90, 'a'), hanging()]);
  expect(await answer).toBe('a');
  expect([asked, log]).toEqual([
    [0, 1],
    ['begin', 'end'],
  ]);
});

it('where too many races go on the first one is waited for', async () => {
  const { answer, asked } = race([after(120, 'a'), after(5, 'b')], false);
  expect(await answer).toBe('a');
  expect(asked).toEqual([0]);
});

it('a failure counts when it is that of all who were asked, or would be the same everywhere', async () => {
  const dropped = failing(5, GrpcCode.unavailable, 'Connection dropped');
  await expect(race([dropped, after(5, 'b')]).answer).rejects.toThrow('Connection dropped');
  const late = failing(70, GrpcCode.unavailable, 'Connection dropped');
  expect(await race([late, after(40, 'b')]).answer).toBe('b');
  const compacted = failing(5, GrpcCode.outOfRange, 'required revision has been compacted');
  await expect(race([hanging(), compacted]).answer).rejects.toThrow('compacted');
});
