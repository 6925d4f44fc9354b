import { FeatureGates } from '../../src/api/gates/feature-gates.ts';
/**
 * What the steps of a write cost, one by one, in this process: microseconds of the main thread for a pod of the load.
 * Medians of several rounds, since the machine is shared.
 */

import { parseJson, writeJson } from '../../src/api/codec/json.ts';
import { Normalizer } from '../../src/api/codec/normalizer.ts';
import { decodeMessage } from '../../src/api/codec/protobuf/decode.ts';
import { ProtobufEncoder } from '../../src/api/codec/protobuf/encode.ts';
import { dialects } from '../../src/api/meta/dialect.ts';
import { defaultRelease } from '../../src/api/meta/release.ts';
import { loadDefinitions } from '../../src/api/schema/load.ts';
import type { CoreV1Pod } from '../../src/api/schema/types.gen.ts';
import { pod as podRules } from '../../src/kinds/core/pod/index.ts';
import { aesGcm } from '../../src/storage/encryption/ciphers/aes-gcm.ts';
import { loadSecretbox } from '../../src/storage/encryption/ciphers/secretbox.ts';
import { systemClock } from '../../src/util/clock.ts';
import { podAdmission } from './admission.ts';
import { podOwnership } from './ownership.ts';
import { pod, podStatus } from './pods.ts';
import { median } from './statistics.ts';

const rounds = 7;
const runs = 2_000;

/** `made`: for a step that changes its object, which has to be a new one each time. */
async function microseconds<T>(step: (object: T) => unknown, made?: () => T): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const objects = Array.from({ length: runs }, () => made?.() as T);
    const start = process.threadCpuUsage().user;
    for (const object of objects) {
      const outcome = step(object);
      if (outcome instanceof Promise) await outcome;
    }
    // The first round is for the compiler.
    if (round > 0) times.push((process.threadCpuUsage().user - start) / runs);
  }
  return median(times);
}

const dialect = dialects.find(({ name }) => name !== dialects[0]!.name)!;
const started = performance.now();
const definitions = loadDefinitions(
  new URL('../../api-definitions', import.meta.url).pathname,
  dialect,
  defaultRelease,
);
const loading = performance.now() - started;
const { schema } = definitions.kinds.find(({ kind, group }) => kind === 'Pod' && group === '')!;
const rules = podRules({ dialect, clock: systemClock, gates: new FeatureGates(defaultRelease) });

const text = JSON.stringify({ ...pod(1), status: podStatus(1) });
const value = parseJson(text);
const shape = () =>
  ({ kind: 'Pod', apiVersion: 'v1', ...new Normalizer().normalize(value, schema) }) as unknown as CoreV1Pod;
const object = shape();
rules.applyDefaults!(object);
rules.prepareForCreate!(object, 'v1');
object.metadata.uid = '11111111-2222-3333-4444-555555555555';
const encoder = new ProtobufEncoder();
const binary = encoder.encode(object as never, schema);
const defaulted = () => {
  const fresh = shape();
  rules.applyDefaults!(fresh);
  return fresh;
};
const admit = await podAdmission(dialect, definitions);
const owners = await podOwnership(schema, object);

const secret = Buffer.alloc(32, 'k');
const place = '/registry/secrets/default/s';
const value6 = Buffer.alloc(6_144, text);
const gcm = aesGcm(secret);
const box = (await loadSecretbox())(secret);

const steps: [name: string, step: (object: any) => unknown, made?: () => unknown][] = [
  ['parse JSON', () => parseJson(text)],
  ['shape', shape],
  ['admission of a create', admit, defaulted],
  ['defaults', () => rules.applyDefaults!(object)],
  ['validate a create', () => rules.validateCreate!(object, 'v1')],
  ['validate an update', () => rules.validateUpdate!(object, object, 'v1')],
  ['owners of an update', owners.step, owners.made],
  ['write JSON', () => writeJson(object)],
  ['write Protobuf', () => encoder.encode(object as never, schema)],
  ['encrypt 6 KB, aesgcm', () => gcm.encrypt(value6, place)],
  ['encrypt 6 KB, secretbox', () => box.encrypt(value6, place)],
  ['read Protobuf', () => decodeMessage(binary, schema)],
];

console.log(`\nsteps of a write, for a pod of ${text.length} bytes of JSON, ${binary.length} of Protobuf`);
console.log(`  ${'load all definitions'.padEnd(26)}${(loading * 1_000).toFixed(0).padStart(8)} µs, once`);
for (const [name, step, made] of steps)
  console.log(`  ${name.padEnd(26)}${(await microseconds(step, made)).toFixed(1).padStart(8)} µs`);
