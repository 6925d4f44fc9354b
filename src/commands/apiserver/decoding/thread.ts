import { parentPort, workerData } from 'node:worker_threads';
import { splitRelativeKey } from '../../../storage/keys.ts';
import type { DecodedEntry } from '../../../storage/watch-cache/entry.ts';
import type { StoredObject } from '../../../storage/watch-cache/page-decoder.ts';
import { decodersOf } from './decoders.ts';
import {
  type DecodingJob,
  type DecodingResult,
  type Outcome,
  objectsOf,
  type ThreadSettings,
} from './messages.ts';

const decoders = decodersOf(workerData as ThreadSettings);

function answerTo(question: DecodingJob): DecodingResult {
  const outcomes: (Outcome | null)[] = [];
  const made: Buffer[] = [];
  for (const object of objectsOf(question)) {
    const decoded = decodedOrNull(object);
    if (decoded === null) {
      outcomes.push(null);
      continue;
    }
    const { stored, ...rest } = decoded;
    const isSent = stored.buffer === object.value.buffer;
    if (!isSent) made.push(stored);
    outcomes.push({ ...rest, length: isSent ? undefined : stored.length });
  }
  const bytes = new Uint8Array(made.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of made) {
    bytes.set(part, end);
    end += part.length;
  }
  return { outcomes: JSON.stringify(outcomes), bytes, values: question.values };
}

/** The caller finds out why an object cannot be decoded when it tries that too. */
function decodedOrNull({ key, prefix, value }: StoredObject): DecodedEntry | null {
  try {
    return decoders.get(prefix)!(value, splitRelativeKey(key.slice(prefix.length)));
  } catch {
    return null;
  }
}

parentPort!.on('message', (question: DecodingJob) => {
  const answer = answerTo(question);
  parentPort!.postMessage(answer, [answer.bytes.buffer, answer.values.buffer]);
});
