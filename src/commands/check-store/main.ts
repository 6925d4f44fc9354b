import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { releaseAfter } from '../../api/meta/release.ts';
import { ownDefinitions } from '../../api/schema/definition-tree.ts';
import { loadDefinitions } from '../../api/schema/load.ts';
import { allKinds } from '../../kinds/index.ts';
import { StoredVersions } from '../../registry/conversion/stored-versions.ts';
import { ConfigSeries } from '../../server/metrics/config-series.ts';
import { EncryptionSeries } from '../../server/metrics/encryption-series.ts';
import { builtInPaths } from '../../storage/key-table.ts';
import { StorageKeys } from '../../storage/keys.ts';
import type { Kv } from '../../storage/kv.ts';
import { jsonFormat, readValue } from '../../storage/storage-format.ts';
import { everything } from '../../storage/watch-cache/all-keys.ts';
import { systemClock } from '../../util/clock.ts';
import { Pacer } from '../../util/pacer.ts';
import { openEncryption } from '../apiserver/encryption.ts';
import { releases } from '../apiserver/flags/parse-value.ts';
import { parseFlags } from '../apiserver/flags.ts';
import type { ApiServerOptions } from '../apiserver/options.ts';
import { servedDefinitions } from '../apiserver/registry-parts.ts';
import { servedKinds } from '../apiserver/served.ts';
import { openStore } from '../apiserver/storage.ts';
import { failAs } from '../program.ts';
import { StartError } from '../start-error.ts';
import { releaseGaps } from './release-gaps.ts';
import { reportText, type StoreReport } from './report.ts';
import { builtInPlaces, customPlace, type StoredPlace } from './store-places.ts';
import { type Decrypt, StoreSurvey } from './store-survey.ts';

export const fail = failAs('apiserver check-store');

/**
 * `apiserver check-store`: reads a store, which a server may be using if it is etcd, and prints what it holds. It takes
 * the flags of the server that name the store, and `--output=json`. Ends with 1 when something cannot be read.
 */
export async function main(parameters: readonly string[]): Promise<void> {
  const { output, rest } = outputOf(parameters);
  const options = parseFlags(rest);
  const kv = await openStore(options, { isReadOnly: true });
  try {
    const report = await checkStore(kv, options, await decryption(options));
    process.stdout.write(
      output === 'json' ? `${JSON.stringify(report, undefined, 2)}\n` : reportText(report),
    );
    process.exitCode = report.unreadableCount > 0 ? 1 : 0;
  } finally {
    await kv.close();
  }
}

function outputOf(parameters: readonly string[]): { output: string; rest: string[] } {
  const isOutput = (text: string): boolean => text.startsWith('--output=');
  const output = parameters.findLast(isOutput)?.slice('--output='.length) ?? 'text';
  if (output !== 'text' && output !== 'json') throw new StartError('--output: must be text or json');
  return { output, rest: parameters.filter((text) => !isOutput(text)) };
}

/** With the keys of `--encryption-provider-config`. */
async function decryption(options: ApiServerOptions): Promise<Decrypt> {
  const report = (message: string): void => void process.stderr.write(`${message}\n`);
  const metrics = { encryption: new EncryptionSeries(), encryptionConfig: new ConfigSeries('encryption') };
  const { encryption } = await openEncryption(
    { ...options, followsEncryptionConfig: false },
    metrics,
    report,
  );
  return async (value, key, resource) => {
    const read = await encryption.of(resource).read(value, key);
    if (read.unreadable !== undefined) throw new Error(read.unreadable.reason);
    return read.value;
  };
}

/** Checks one state of the store. */
export async function checkStore(kv: Kv, options: ApiServerOptions, decrypt: Decrypt): Promise<StoreReport> {
  const { dialect, emulatedVersion, etcdPrefix } = options;
  const { kinds } = loadDefinitions(ownDefinitions(), dialect);
  const { gates } = options.settings;
  const released = loadDefinitions(ownDefinitions(), dialect, emulatedVersion, gates).kinds;
  const { definitions: servable, runtimeConfig } = servedDefinitions(options);
  const served = servedKinds(servable, runtimeConfig, gates, options);
  const keys = new StorageKeys(etcdPrefix, builtInPaths(kinds, dialect));
  const versions = new StoredVersions(kinds, dialect, releaseAfter(options.minCompatibility));
  const rules = allKinds({ dialect, clock: systemClock, gates });
  const revision = await kv.currentRevision();
  const builtIn = builtInPlaces(kinds, released, rules, { keys, storage: { format: jsonFormat, versions } });
  const definitions = fillPlaceholders(dialect, 'customresourcedefinitions.apiextensions.{api}');
  const definitionPlace = builtIn.find(({ resource }) => resource === definitions)!;
  const custom = await customPlaces(kv, keys, definitionPlace, revision);
  const survey = new StoreSurvey({
    prefix: keys.prefix,
    // The longest first: one may lie within another.
    places: [...builtIn, ...custom].sort((a, b) => b.prefix.length - a.prefix.length),
    encryptedPrefix: dialect.encryptedPrefix,
    decrypt,
  });
  const pacer = new Pacer();
  for await (const { key, value, unreadable } of everything(kv, keys.prefix, revision)) {
    await survey.add(key, value, unreadable?.reason);
    await pacer.step();
  }
  const { version, sizeBytes } = await kv.status();
  const { counts: objects, shared, unknown: unknownKeys, unreadable, unreadableCount } = survey;
  const { unplaced, unplacedCount } = survey;
  return {
    store: version,
    revision,
    sizeBytes,
    objects,
    shared,
    unknownKeys,
    unreadableCount,
    unreadable,
    unplacedCount,
    unplaced,
    releases: releaseGaps(objects, kinds, releases, { release: emulatedVersion, served }),
    release: emulatedVersion,
    hidden: survey.hidden,
  };
}

/** Places of all definitions that can be read. */
async function customPlaces(
  kv: Kv,
  keys: StorageKeys,
  { prefix }: StoredPlace,
  revision: number,
): Promise<StoredPlace[]> {
  const places: StoredPlace[] = [];
  for await (const { value } of everything(kv, prefix, revision)) {
    const place = placeOf(value, keys);
    if (place !== undefined) places.push(place);
  }
  return places;
}

/** One that cannot be read is reported with the others; what belongs to it is then of no type. */
function placeOf(value: Buffer, keys: StorageKeys): StoredPlace | undefined {
  try {
    const { content, isProtobuf } = readValue(value);
    return isProtobuf ? undefined : customPlace(content as object, keys);
  } catch {
    return undefined;
  }
}
