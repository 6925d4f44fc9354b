import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GrpcCode, RpcError } from '../../grpc/rpc-error.ts';
import { Race } from './race.ts';

type Behaviour = () => Promise<string>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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
      askNextAfter: 50,
      begin: () => {
        log.push('begin');
        return mayBegin;
      },
      end: () => log.push('end'),
      overtaken: () => log.push('overtaken'),
    },
  );
  // Awaited late, or never.
  answer.catch(() => {});
  return { answer, asked, log };
}

it('a member that answers in time is the only one that is asked', async () => {
  const { answer, asked, log } = race([after(5, 'a'), after(5, 'b')]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answer).toBe('a');
  expect([asked, log]).toEqual([[0], []]);
});

it('a member that hangs is overtaken by the next one, and one that hangs too by the third', async () => {
  const { answer, asked, log } = race([hanging(), hanging(), after(5, 'c')]);
  await vi.advanceTimersByTimeAsync(105);
  expect(await answer).toBe('c');
  expect([asked, log]).toEqual([
    [0, 1, 2],
    ['begin', 'end', 'overtaken'],
  ]);
});

it('the first one may still win', async () => {
  const { answer, asked, log } = race([after(90, 'a'), hanging()]);
  await vi.advanceTimersByTimeAsync(90);
  expect(await answer).toBe('a');
  expect([asked, log]).toEqual([
    [0, 1],
    ['begin', 'end'],
  ]);
});

it('where too many races go on the first one is waited for', async () => {
  const { answer, asked } = race([after(120, 'a'), after(5, 'b')], false);
  await vi.advanceTimersByTimeAsync(120);
  expect(await answer).toBe('a');
  expect(asked).toEqual([0]);
});

it('a failure counts when it is that of all who were asked, or would be the same everywhere', async () => {
  const dropped = failing(5, GrpcCode.unavailable, 'Connection dropped');
  const late = failing(70, GrpcCode.unavailable, 'Connection dropped');
  const compacted = failing(5, GrpcCode.outOfRange, 'required revision has been compacted');
  const races = [race([dropped, after(5, 'b')]), race([late, after(40, 'b')]), race([hanging(), compacted])];
  await vi.advanceTimersByTimeAsync(100);
  await expect(races[0]!.answer).rejects.toThrow('Connection dropped');
  expect(await races[1]!.answer).toBe('b');
  await expect(races[2]!.answer).rejects.toThrow('compacted');
});
