import { notBoolean, parseBoolean } from '../../../util/booleans.ts';
import { type EntryKind, entryFields } from './config-files.ts';
import type { EditableConfig } from './edit-config.ts';

type PropertyType = 'boolean' | 'data' | 'object' | 'text' | 'texts';

/** Fields that a property may name, with those below them. */
const fieldTypes: Readonly<Record<EntryKind, Readonly<Record<string, PropertyType>>>> = {
  clusters: {
    server: 'text',
    'tls-server-name': 'text',
    'insecure-skip-tls-verify': 'boolean',
    'certificate-authority': 'text',
    'certificate-authority-data': 'data',
    'proxy-url': 'text',
    'disable-compression': 'boolean',
  },
  contexts: { cluster: 'text', user: 'text', namespace: 'text' },
  users: {
    'client-certificate': 'text',
    'client-certificate-data': 'data',
    'client-key': 'text',
    'client-key-data': 'data',
    token: 'text',
    tokenFile: 'text',
    username: 'text',
    password: 'text',
    as: 'text',
    'as-uid': 'text',
    'as-groups': 'texts',
    'auth-provider': 'object',
    exec: 'object',
    'as-user-extra': 'object',
  },
};

interface Property {
  kind: EntryKind;
  /** Name of the entry. */
  name: string;
  /** Empty for the entry itself. */
  path: string[];
}

/** Sets `clusters.a.server`, `current-context` and the like. Data are given in base64, unless `isRaw`. */
export function setProperty(config: EditableConfig, property: string, value: string, isRaw: boolean): void {
  if (property === 'current-context') {
    config.currentContext = value;
    return;
  }
  if (property === 'preferences.colors') return config.setField(['preferences', 'colors'], booleanOf(value));
  const { kind, name, path } = parseProperty(property);
  const [field = ''] = path;
  if (field === '') throw new Error(`can't set a map to a value: [${value}]`);
  config.entryOrNew(kind, name).set(path, typed(typeAt(kind, path), value, isRaw));
}

export function unsetProperty(config: EditableConfig, property: string): void {
  if (property === 'current-context') {
    config.currentContext = '';
    return;
  }
  if (property in entryFields) return config.setField([property], undefined);
  if (property === 'preferences.colors' || property === 'preferences') {
    return config.setField(property.split('.'), undefined);
  }
  const { kind, name, path } = parseProperty(property);
  const entry = config.entry(kind, name);
  if (entry === undefined) throw new Error(`current map key \`${name}\` is invalid`);
  if (path.length === 0) config.remove(kind, name);
  else entry.remove(...path);
}

/** Names may have dots in them: they end where a field begins. */
function parseProperty(property: string): Property {
  const [kind = '', ...parts] = property.split('.');
  if (!(kind in entryFields) || parts.length === 0) {
    throw new Error(`unable to parse ${property} after [] at api.Config`);
  }
  const types = fieldTypes[kind as EntryKind];
  const end = parts.findIndex((part, index) => index > 0 && Object.hasOwn(types, part));
  const length = end < 0 ? parts.length : end;
  // The part after the first dot is an unknown field, unless the name has dots.
  return { kind: kind as EntryKind, name: parts.slice(0, length).join('.'), path: parts.slice(length) };
}

function typeAt(kind: EntryKind, path: readonly string[]): PropertyType {
  const [field = '', ...below] = path;
  const type = fieldTypes[kind][field];
  if (type === undefined) throw new Error(`unable to parse ${path.join('.')} after [${kind}] at api.Config`);
  if (type !== 'object') {
    if (below.length === 0) return type;
    throw new Error(`unable to parse ${below.join('.')} after [${kind} ${field}] at api.Config`);
  }
  if (below.length === 0) throw new Error(`can't set a map to a value: ${field}`);
  const isList = (field === 'exec' && below[0] === 'args') || field === 'as-user-extra';
  return isList ? 'texts' : 'text';
}

function typed(type: PropertyType, value: string, isRaw: boolean): unknown {
  if (type === 'boolean') return booleanOf(value);
  if (type === 'texts') return value.split(',');
  if (type !== 'data') return value;
  if (isRaw) return Buffer.from(value).toString('base64');
  const bytes = Buffer.from(value, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== value.replace(/=+$/, '') || value.length % 4 !== 0) {
    const at = /[^A-Za-z0-9+/=]/.exec(value)?.index ?? Math.floor(value.length / 4) * 4;
    throw new Error(`error decoding input value: illegal base64 data at input byte ${at}`);
  }
  return value;
}

function booleanOf(value: string): boolean {
  const parsed = parseBoolean(value);
  if (parsed === undefined) throw new Error(notBoolean(value));
  return parsed;
}
