import { setTimeout as delay } from 'node:timers/promises';
import type { IStatusResponse } from 'etcd3';
import { KvError, type KvStatus } from '../../kv.ts';
import type { Channel } from './channel.ts';
import { integer } from './messages.ts';
import { status as statusMethod } from './methods.ts';
import { warningAbout } from './versions.ts';

type Answer = { endpoint: string; status: IStatusResponse } | { endpoint: string; failure: string };

/** Milliseconds that the other members have to answer once one has. */
const straggling = 500;

/** Asks every member how it is; one that is much slower than another is reported as silent. Rejects with Unavailable when none answers within the time (milliseconds). */
export async function readStatus(members: readonly Channel[], timeout: number): Promise<KvStatus> {
  const asked = members.map((member) => ask(member, timeout));
  const silence = stragglersOf(asked);
  const answers = await Promise.all(
    asked.map(async (answer, at) => {
      const failure = `no answer within ${straggling} ms of another member's`;
      return (await Promise.race([answer, silence])) ?? { endpoint: members[at]!.endpoint, failure };
    }),
  );
  const statuses = answers.flatMap((answer) => ('status' in answer ? [answer.status] : []));
  if (statuses.length === 0) throw unreachable(answers);
  const versions = [...new Set(statuses.map((status) => status.version))];
  const warnings = versions.map(warningAbout).filter((warning) => warning !== undefined);
  return {
    version: `etcd ${versions.join(', ')}`,
    sizeBytes: Math.max(...statuses.map((status) => integer(status.dbSize))),
    members: answers.map((answer) => ({ endpoint: answer.endpoint, ...errorOf(answer) })),
    ...(warnings.length > 0 && { warning: warnings.join('; ') }),
  };
}

/** Resolves when one member has answered and the time for the slower members is over. */
async function stragglersOf(asked: readonly Promise<Answer>[]): Promise<undefined> {
  const succeeded = asked.map(async (answer) => {
    if ('failure' in (await answer)) throw new Error('no answer');
  });
  const isAnswered = await Promise.any(succeeded).then(
    () => true,
    () => false,
  );
  // When none has, every answer is a failure already.
  if (isAnswered) await delay(straggling, undefined, { ref: false });
  return undefined;
}

async function ask(member: Channel, timeout: number): Promise<Answer> {
  const { endpoint } = member;
  try {
    return { endpoint, status: await member.call(statusMethod, {}, timeout) };
  } catch (error) {
    return { endpoint, failure: (error as Error).message };
  }
}

function unreachable(answers: Answer[]): KvError {
  const reasons = answers.map((answer) => `${answer.endpoint}: ${errorOf(answer).error}`);
  return new KvError('Unavailable', `etcd cannot be reached: ${reasons.join('; ')}`);
}

function errorOf(answer: Answer): { error?: string } {
  if ('failure' in answer) return { error: answer.failure };
  const { errors, leader } = answer.status;
  if (errors.length > 0) return { error: errors.join('; ') };
  return integer(leader) === 0 ? { error: 'has no leader' } : {};
}
