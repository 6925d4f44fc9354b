import type { ParsedRequest } from './certificate-request.ts';
import { type DerValue, derOctetString, derSequence, derValues } from './der.ts';

export type AlternativeNameType = 'dns' | 'email' | 'ip' | 'uri';

/** A subject alternative name of a certificate request. */
export interface AlternativeName {
  type: AlternativeNameType;
  /** Bytes of the request: what is copied into a certificate is what was checked. */
  der: Buffer;
}

/** By the tag in a GeneralName. */
const types: Readonly<Record<number, AlternativeNameType>> = {
  129: 'email',
  130: 'dns',
  134: 'uri',
  135: 'ip',
};

/** Object identifiers in DER, in hexadecimal. */
const extensionRequest = '2a864886f70d01090e';
const subjectAltName = '551d11';

/**
 * The names that a request asks for, in its order; names of other types are left out. Reads the bytes itself: the
 * library parses every requested extension, and throws for one that a signer would only drop.
 */
export function alternativeNamesOf({ signed }: Pick<ParsedRequest, 'signed'>): AlternativeName[] {
  const [info] = derValues(signed, 1);
  // Version, subject, public key, and the attributes, which may be absent.
  const attributes = all(info!.content)[3];
  if (attributes === undefined) return [];
  return valuesOf(attributes, extensionRequest)
    .flatMap((set) =>
      membersOf(set, 'extensions').flatMap((extensions) => valuesOf(extensions, subjectAltName)),
    )
    .flatMap(namesIn);
}

/** The tag of the extensions in what a certificate signs. */
const extensionsTag = 0xa3;

/** The names that a certificate has, in its order, as text; names of other types are left out. `bytes`: DER. */
export function namesOfCertificate(bytes: Buffer): { type: AlternativeNameType; text: string }[] {
  const [signed] = membersIn(derValues(bytes, 1));
  const extensions = signed && all(signed.content).find(({ tag }) => tag === extensionsTag);
  return membersOf(extensions ?? nothing, 'extensions')
    .flatMap((list) => valuesOf(list, subjectAltName))
    .flatMap(namesIn)
    .map(({ type, der }) => ({ type, text: derValues(der, 1)[0]!.content.toString('latin1') }));
}

const nothing: Pick<DerValue, 'content'> = { content: Buffer.alloc(0) };

const membersIn = ([outer]: readonly DerValue[]): DerValue[] =>
  outer === undefined ? [] : all(outer.content);

const all = (bytes: Buffer): DerValue[] => derValues(bytes, Number.POSITIVE_INFINITY);

/**
 * The last members of those sequences in `list` that begin with this identifier: `[type, values]`, `[id, critical,
 * value]`.
 */
function valuesOf(list: DerValue, identifier: string): DerValue[] {
  return all(list.content).flatMap((entry) => {
    const members = all(entry.content);
    const isMeant = members.length > 1 && members[0]!.content.toString('hex') === identifier;
    return isMeant ? [members.at(-1)!] : [];
  });
}

function membersOf(set: Pick<DerValue, 'content'>, what: string): DerValue[] {
  const members = all(set.content);
  if (members.some(({ tag }) => tag !== derSequence)) throw malformed(what);
  return members;
}

function namesIn(extension: DerValue): AlternativeName[] {
  const [names] = extension.tag === derOctetString ? all(extension.content) : [];
  if (names?.tag !== derSequence) throw malformed('subjectAltName');
  return all(names.content).flatMap((name) => {
    const type = types[name.tag];
    if (type === undefined) return [];
    check(type, name.content);
    return [{ type, der: name.bytes }];
  });
}

function check(type: AlternativeNameType, content: Buffer): void {
  if (type === 'ip') {
    if (content.length === 4 || content.length === 16) return;
    throw new Error(`x509: cannot parse IP address of length ${content.length}`);
  }
  if (content.some((byte) => byte > 0x7f)) throw malformed(`SAN ${type} name`);
}

const malformed = (what: string): Error => new Error(`x509: ${what} is malformed`);
