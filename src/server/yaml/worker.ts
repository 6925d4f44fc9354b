import { parentPort } from 'node:worker_threads';
import { DecodeError } from '../../api/codec/json.ts';
import type { Answer, Question } from './conversation.ts';
import { jsonOf, yamlOf } from './text.ts';

function answer({ id, to, text }: Question): Answer {
  try {
    return { id, text: to === 'json' ? jsonOf(text) : yamlOf(text), isFault: false };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { id, text: error.message, isFault: true };
  }
}

parentPort!.on('message', (question: Question) => parentPort!.postMessage(answer(question)));
