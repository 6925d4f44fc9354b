import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { DecodeError } from '../../api/codec/json.ts';
import { StatusError } from '../../api/meta/status.ts';
import type { ConversionJob, ConversionResult } from './messages.ts';
import { type ConvertedYaml, convertYaml } from './yaml-to-json.ts';

function answer({ bytes }: ConversionJob): ConversionResult {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  try {
    return converted(convertYaml(text));
  } catch (error) {
    if (error instanceof DecodeError) return { result: 'invalid', text: error.message };
    if (error instanceof StatusError) return { result: 'too-large' };
    throw error;
  }
}

/** In memory of its own, which can be handed over: a small Buffer is part of a larger one. */
const converted = ({ json, repeated }: ConvertedYaml): ConversionResult => ({
  result: 'converted',
  bytes: new TextEncoder().encode(json),
  repeated,
});

// Linux takes this for the calling thread alone: the main thread goes first where there are too few processors.
if (process.platform === 'linux') setPriority(10);

parentPort!.on('message', (question: ConversionJob) => {
  const answered = answer(question);
  parentPort!.postMessage(answered, answered.result === 'converted' ? [answered.bytes.buffer] : []);
});
