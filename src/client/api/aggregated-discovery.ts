import { dialects } from '../../api/meta/dialect.ts';
import { Pacer } from '../../util/pacer.ts';
import { CallError } from '../call-error.ts';
import { Fields, ShapeError } from '../fields.ts';
import { parseForeign } from '../foreign-json.ts';
import type { ApiCaller } from './api-call.ts';
import { isAnswer } from './api-error.ts';
import {
  coreVersionsIn,
  type DiscoveryResult,
  type GroupVersion,
  groupVersionOf,
  groupVersionsIn,
  type NamedResource,
  readVersions,
  servedVersions,
  unlessAbsent,
} from './discovery.ts';

const listKind = 'APIGroupDiscoveryList';

const formOf = (group: string, version: string): string =>
  `application/json;g=${group};v=${version};as=${listKind}`;

/**
 * The forms of the document that holds all versions, the newest first, then the one that every server has. A client does not
 * know yet in which words the server speaks, and a server passes over what it does not know.
 */
export const acceptedForms = [
  ...['v2', 'v2beta1'].flatMap((version) =>
    dialects.map(({ api }) => formOf(`apidiscovery.${api}`, version)),
  ),
  'application/json',
].join(',');

/** Bytes: 10,000 custom resources have 6 MB of it. */
const maxBytes = 16 * 1_048_576;
const bounds = { levels: 20, values: 1_000_000, together: 40_000 };
const parse = (text: string): Promise<unknown> => parseForeign(text, bounds, new Pacer());

/** Milliseconds for the document. */
const timeout = 32_000;

/**
 * The resource types that the server serves now, from two documents where it has them, else as `readDiscovery` reads them.
 * Without their storageVersionHash, and what an extension serves may be some moments old.
 */
export async function readTypes(
  client: ApiCaller,
  signal?: AbortSignal,
): Promise<DiscoveryResult<NamedResource>> {
  const [core, named] = await Promise.all([
    typesAt(client, '/api', coreVersionsIn, signal),
    typesAt(client, '/apis', groupVersionsIn, signal),
  ]);
  return {
    resources: [...core.resources, ...named.resources],
    failures: new Map([...core.failures, ...named.failures]),
  };
}

/** `versionsIn`: the versions that a document names which holds no more than that. */
async function typesAt(
  client: ApiCaller,
  path: '/api' | '/apis',
  versionsIn: (document: Fields) => GroupVersion[],
  signal?: AbortSignal,
): Promise<DiscoveryResult<NamedResource>> {
  const call = { method: 'GET', path, accept: acceptedForms, timeout, signal, maxBytes, parse } as const;
  let document: Fields | undefined;
  try {
    document = await unlessAbsent(async () => new Fields(await client.json<unknown>(call), ''));
    if (document !== undefined && isAggregated(document)) return typesIn(document);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isUnreadable(error)) throw error;
    const isHere = ({ group }: GroupVersion): boolean => (group === '') === (path === '/api');
    return readVersions(client, (await servedVersions(client, signal)).filter(isHere), signal);
  }
  return readVersions(client, document === undefined ? [] : versionsIn(document), signal);
}

/** Whether the parts may be read although the document cannot: it is too large, wrong, or refused in these forms. */
const isUnreadable = (error: unknown): boolean =>
  isAnswer(error, 406) ||
  error instanceof ShapeError ||
  error instanceof SyntaxError ||
  (error instanceof CallError && error.code === 'too-large');

/** Whether a document holds all versions of its groups, or the names of the groups alone. */
const isAggregated = (document: Fields): boolean => document.text('kind') === listKind;

/** The types of all versions. A version that the server could not read itself is a failure. Throws ShapeError. */
function typesIn(document: Fields): DiscoveryResult<NamedResource> {
  const failures = new Map<string, Error>();
  const resources = document.objects('items').flatMap((item) => {
    const group = item.object('metadata')?.text('name') ?? '';
    return item.objects('versions').flatMap((version, index) => {
      const of = { group, version: version.required('version') };
      const name = groupVersionOf(of);
      if (version.text('freshness') !== 'Stale') return typesOfVersion(version, of, index === 0);
      failures.set(name, new Error(`stale GroupVersion discovery: ${name}`));
      return [];
    });
  });
  return { resources, failures };
}

function typesOfVersion(
  document: Fields,
  of: { group: string; version: string },
  isPreferred: boolean,
): NamedResource[] {
  return document.objects('resources').flatMap((resource) => {
    const named = { ...of, resource: resource.required('resource'), isPreferred };
    const answered = resource.object('responseKind');
    // Without one there are subresources only.
    if (answered === undefined) return [];
    return {
      ...named,
      kind: answered.text('kind') ?? '',
      namespaced: resource.text('scope') === 'Namespaced',
      verbs: resource.texts('verbs'),
      singular: resource.text('singularResource') ?? '',
      shortNames: resource.texts('shortNames'),
      categories: resource.texts('categories'),
    };
  });
}
