import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ToWorker } from './messages.ts';
import { Questions } from './questions.ts';
import type { WorkerProcess } from './worker-process.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A worker that hears messages. */
class FakeWorker {
  readonly heard: ToWorker[] = [];
  state = 'ready';
  isOpen = true;
  isConnected = true;
  silence = 0;
  counts: string | undefined;

  tell(message: ToWorker): void {
    this.heard.push(message);
  }
}

function scene(count: number) {
  const workers = Array.from({ length: count }, () => new FakeWorker());
  const questions = new Questions(() => workers as unknown as WorkerProcess[]);
  const process = (index: number) => workers[index] as unknown as WorkerProcess;
  const ask = (about: 'metrics') =>
    questions.message(process(0), { kind: 'ask', id: 7, question: { about } });
  const answer = (index: number, text: string): void => {
    const question = workers[index]!.heard.findLast(({ kind }) => kind === 'question') as { id: number };
    questions.message(process(index), { kind: 'answer', id: question.id, answer: text });
  };
  const answers = () => {
    const found = workers[0]!.heard.findLast(({ kind }) => kind === 'answers');
    return found as (ToWorker & { kind: 'answers' }) | undefined;
  };
  return { workers, questions, process, ask, answer, answers };
}

test('the answers of all other workers come together', () => {
  const { ask, answer, answers } = scene(3);
  ask('metrics');
  answer(1, 'one');
  expect(answers()).toBeUndefined();
  answer(2, 'two');
  expect(answers()).toMatchObject({ id: 7, answers: ['one', 'two'], supervisor: { workers: { ready: 3 } } });
});

test('a worker that is busy is left out after a while, with what it had counted before', () => {
  const { ask, answer, answers } = scene(3);
  ask('metrics');
  answer(1, 'one');
  answer(2, 'two');
  ask('metrics');
  answer(1, 'three');
  vi.advanceTimersByTime(2_000);
  expect(answers()).toMatchObject({ answers: ['three', 'two'] });
});

test('a worker that stands still is not asked for its health', () => {
  const { workers, questions, process, answers } = scene(2);
  workers[1]!.silence = 10;
  questions.message(process(0), { kind: 'ask', id: 1, question: { about: 'health', endpoint: 'livez' } });
  expect(answers()).toMatchObject({ answers: [] });
});

test('what a worker had counted stays when it ends, and is summed up by the one that asks', () => {
  const { workers, questions, process, ask, answer, answers } = scene(3);
  ask('metrics');
  answer(1, 'one');
  answer(2, 'two');
  for (const index of [1, 2]) questions.ended(process(index));
  workers.splice(1, 2);
  ask('metrics');
  expect(answers()).toMatchObject({ answers: [], supervisor: { past: ['one', 'two'], pastVersion: 0 } });
  const sum = { kind: 'past', counts: 'three', replaces: 2, version: 0 } as const;
  questions.message(process(0), sum);
  // Another worker that summed up the same comes too late.
  questions.message(process(0), sum);
  ask('metrics');
  expect(answers()).toMatchObject({ supervisor: { past: ['three'], pastVersion: 1 } });
});

test('a worker whose channel is closed is not waited for, and its counts stay once', () => {
  const { workers, questions, process, ask, answer, answers } = scene(2);
  ask('metrics');
  answer(1, 'one');
  ask('metrics');
  workers[1]!.isConnected = false;
  for (let times = 0; times < 2; times++) questions.ended(process(1));
  expect(answers()).toMatchObject({ answers: [], supervisor: { past: ['one'] } });
  const before = workers[0]!.heard.length;
  // The process is still there.
  ask('metrics');
  expect(workers[0]!.heard).toHaveLength(before + 1);
  expect(answers()).toMatchObject({ answers: [], supervisor: { past: ['one'] } });
});

test('a worker that starts is not waited for longer than a load balancer does', () => {
  const { workers, ask, answers } = scene(2);
  workers[1]!.state = 'starting';
  ask('metrics');
  vi.advanceTimersByTime(500);
  expect(answers()).toMatchObject({ answers: [] });
});
