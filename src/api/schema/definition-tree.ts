import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

/**
 * The definitions as they are declared: those below a directory (`<group>/<version>/*.proto`), or of a file that
 * `serializeTree` made, which is read in a fifth of the time. Throws for a file that is neither.
 */
export function definitionTree(path: string): protobuf.Root {
  const root = new protobuf.Root();
  if (path.endsWith('.json')) {
    for (const version of JSON.parse(readFileSync(path, 'utf8')) as SavedVersion[]) addVersion(root, version);
    return root;
  }
  for (const file of protoFiles(path)) {
    protobuf.parse(readFileSync(file, 'utf8'), root, { keepCase: true, alternateCommentMode: true });
  }
  return root;
}

function protoFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.proto') && name !== 'options.proto')
    .sort()
    .map((name) => join(directory, name));
}

type Options = Record<string, unknown> | undefined;

interface SavedField {
  name: string;
  id: number;
  type: string;
  keyType?: string | undefined;
  repeated: boolean;
  comment: string | null;
  options: Options;
  parsed: unknown;
}

interface SavedMessage {
  name: string;
  comment: string | null;
  options: Options;
  parsed: unknown;
  reserved: unknown;
  fields: SavedField[];
}

interface SavedVersion {
  group: string;
  name: string;
  options: Options;
  parsed: unknown;
  messages: SavedMessage[];
}

/** The text of a file with the definitions of a tree, for `definitionTree`. */
export function serializeTree(root: protobuf.Root): string {
  const groups = root.nestedArray as protobuf.Namespace[];
  return JSON.stringify(
    groups.flatMap((group) => group.nestedArray.map((version) => saved(group.name, version))),
  );
}

const saved = (group: string, version: protobuf.ReflectionObject): SavedVersion => ({
  group,
  name: version.name,
  options: version.options,
  parsed: version.parsedOptions,
  messages: (version as protobuf.Namespace).nestedArray.map((message) =>
    savedMessage(message as protobuf.Type),
  ),
});

const savedMessage = ({
  name,
  comment,
  options,
  parsedOptions,
  reserved,
  fieldsArray,
}: protobuf.Type): SavedMessage => ({
  name,
  comment,
  options,
  parsed: parsedOptions,
  reserved,
  fields: fieldsArray.map((field) => ({
    name: field.name,
    id: field.id,
    type: field.type,
    keyType: field instanceof protobuf.MapField ? field.keyType : undefined,
    repeated: field.repeated,
    comment: field.comment,
    options: field.options,
    parsed: field.parsedOptions,
  })),
});

function addVersion(root: protobuf.Root, { group, name, options, parsed, messages }: SavedVersion): void {
  const version = root.define([group, name]);
  version.options = options;
  version.parsedOptions = parsed as never;
  for (const message of messages) version.add(messageOf(message));
}

function messageOf({ name, comment, options, parsed, reserved, fields }: SavedMessage): protobuf.Type {
  const message = new protobuf.Type(name, options as never);
  message.comment = comment;
  message.parsedOptions = parsed as never;
  message.reserved = reserved as never;
  for (const field of fields) message.add(fieldOf(field));
  return message;
}

function fieldOf({
  name,
  id,
  type,
  keyType,
  repeated,
  comment,
  options,
  parsed,
}: SavedField): protobuf.FieldBase {
  const field =
    keyType === undefined
      ? new protobuf.Field(name, id, type, repeated ? 'repeated' : undefined, undefined, options as never)
      : new protobuf.MapField(name, id, keyType, type, options as never);
  field.comment = comment;
  field.parsedOptions = parsed as never;
  return field;
}

/** The definitions that come with the product: as the build has parsed them, and where it has not, as they are written. */
export function ownDefinitions(): string {
  const parsed = fileURLToPath(new URL('../../api-definitions.json', import.meta.url));
  return existsSync(parsed) ? parsed : fileURLToPath(new URL('../../../api-definitions', import.meta.url));
}
