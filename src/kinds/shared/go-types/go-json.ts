import { GoText } from '../../../api/go-format/go-syntax.ts';
import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import { truncatedJson } from '../../../util/truncate.ts';
import { flowTypes } from './flow-types.ts';
import { podTypes } from './pod-types.ts';
import { storageTypes } from './storage-types.ts';
import { volumeTypes } from './volume-types.ts';
import { workloadTypes } from './workload-types.ts';

type Fields = Readonly<Record<string, unknown>>;

interface GoField {
  /** Its name in Go, and in the API. */
  readonly goName: string;
  readonly name: string;
  /** The JSON when there is no value. */
  readonly empty: unknown;
  /** The type of its value, or of the items of it. */
  readonly type: string | undefined;
  readonly isList: boolean;
  readonly isMap: boolean;
  /** The fields of its value stand beside its own. */
  readonly isInlined: boolean;
}

const definitions: Readonly<Record<string, string>> = {
  ...podTypes,
  ...volumeTypes,
  ...storageTypes,
  ...workloadTypes,
  ...flowTypes,
};
const known = new Map<string, readonly GoField[]>();

function fieldsOf(type: string): readonly GoField[] {
  const before = known.get(type);
  if (before !== undefined) return before;
  const definition = definitions[type];
  if (definition === undefined) throw new Error(`no type ${type} is defined`);
  const fields = definition.split(' ').flatMap(parseField);
  known.set(type, fields);
  return fields;
}

const notation = /^(\w+)(\?|\[\]|\{\}|:)?(\w*)$/;
const empties: Readonly<Record<string, unknown>> = { bool: false, int: 0, quantity: '0' };

function parseField(text: string): GoField[] {
  if (text.startsWith('...')) return [...fieldsOf(text.slice(3))];
  const [, goName = '', kind = '', type = ''] = notation.exec(text) ?? [];
  const name =
    otherNames[goName] ?? goName.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (start) => start.toLowerCase());
  const isInlined = type === 'ObjectMeta';
  const field = { goName, name, type: undefined, isInlined, isList: kind === '[]', isMap: kind === '{}' };
  if (kind === '') return [{ ...field, empty: '' }];
  if (kind !== ':') return [{ ...field, empty: null, type: type || undefined }];
  return Object.hasOwn(empties, type)
    ? [{ ...field, empty: empties[type] }]
    : [{ ...field, empty: {}, type }];
}

/** Names in the API that do not follow from those in Go. */
const otherNames: Readonly<Record<string, string>> = {
  CephFS: 'cephfs',
  CephMonitors: 'monitors',
  DataDiskURI: 'diskURI',
  DiscoveryCHAPAuth: 'chapAuthDiscovery',
  EndpointsName: 'endpoints',
  FSGroupChangePolicy: 'fsGroupChangePolicy',
  GMSACredentialSpec: 'gmsaCredentialSpec',
  GMSACredentialSpecName: 'gmsaCredentialSpecName',
  ObjectMeta: 'metadata',
  RadosUser: 'user',
  RBDImage: 'image',
  RBDPool: 'pool',
  SELinuxChangePolicy: 'seLinuxChangePolicy',
  SELinuxOptions: 'seLinuxOptions',
  SessionCHAPAuth: 'chapAuthSession',
  StorageOS: 'storageos',
  TargetWWNs: 'targetWWNs',
  WWIDs: 'wwids',
};

/** Fields that are the pod's own in the API, and its security context's in Go. */
const ofSecurityContext = [
  'hostNetwork',
  'hostPID',
  'hostIPC',
  'shareProcessNamespace',
  'hostUsers',
] as const;

/** An object of the API with the names that it has in Go, all of them, in order. */
export function goJson(type: string, object: object): Fields {
  const value = type === 'PodSpec' ? withSharedNamespaces(object as Fields) : (object as Fields);
  return Object.fromEntries(
    fieldsOf(type).flatMap((field): [string, unknown][] => {
      const of = value[field.name] ?? undefined;
      if (field.isInlined) return Object.entries(metadataJson((of ?? {}) as Fields));
      return [[field.goName, of === undefined ? emptyJson(field, value) : valueJson(field, of)]];
    }),
  );
}

/** A list or map that was sent empty is one, other than one that was not sent. */
function emptyJson(field: GoField, holder: Fields): unknown {
  if (!isSentEmpty(holder, field.name)) return valueJson(field, undefined);
  if (field.isMap) return {};
  return field.isList ? [] : valueJson(field, undefined);
}

function valueJson({ type, empty }: GoField, value: unknown): unknown {
  if (value === undefined || value === null) {
    return type === undefined || empty === null ? empty : typedJson(type, {});
  }
  if (type === undefined) return plainJson(value);
  return Array.isArray(value)
    ? value.map((item) => typedJson(type, item as object))
    : typedJson(type, value as object);
}

const typedJson = (type: string, value: object): unknown =>
  type === 'LabelSelector' ? selectorJson(value as Fields) : goJson(type, value);

/** Maps have their keys in order. */
function plainJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Selectors and metadata have the same names in both, and leave out what is empty. */
function selectorJson({ matchLabels, matchExpressions }: Fields): Fields {
  return withoutEmpty({
    matchLabels: plainJson(matchLabels),
    matchExpressions: (matchExpressions as Fields[] | undefined)?.map(({ key, operator, values }) => ({
      key,
      operator,
      ...withoutEmpty({ values }),
    })),
  });
}

const metadataJson = (metadata: Fields): Fields =>
  withoutEmpty(Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, plainJson(value)])));

const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  );

function withSharedNamespaces(spec: Fields): Fields {
  const shared = Object.fromEntries(ofSecurityContext.map((name) => [name, spec[name]]));
  return { ...spec, securityContext: { ...(spec['securityContext'] as Fields | undefined), ...shared } };
}

/** A value for a message: as earlier releases show it, and as later ones do, with the names of Go. */
export const asGo = (type: string, object: object): GoText =>
  new GoText(truncatedJson(object), truncatedJson(goJson(type, object)));
