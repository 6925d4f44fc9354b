import protobuf from 'protobufjs';

/**
 * Completes the versions that are based on others and state only what differs from them.
 *
 * A message that a version refers to and does not declare is copied from its base and refers to messages of the
 * version itself: in
 *
 *     package apps.v1beta2;
 *     option (group_version) = { … based_on: ["apps.v1"] };
 *     message Deployment { option (kind) = {…}; option (changes) = true; }
 *     message DeploymentSpec { option (changes) = true; reserved "paused"; }
 *
 * Deployment has the fields of apps.v1.Deployment, and its spec lacks one field of apps.v1.DeploymentSpec. Fields of
 * a message with `(changes)` replace those of the same name in the base, the remaining ones follow after them.
 */
export function inheritFromBases(root: protobuf.Root, basesOf: BasesOf): void {
  const inheritance = new Inheritance(root, basesOf);
  for (const group of root.nestedArray) {
    for (const version of (group as protobuf.Namespace).nestedArray) {
      inheritance.complete(version as protobuf.Namespace);
    }
  }
}

/** The versions that a version is based on, as `apps.v1`. A message is taken from the first one that has it. */
type BasesOf = (version: protobuf.Namespace) => readonly string[];

class Inheritance {
  readonly #root: protobuf.Root;
  readonly #basesOf: BasesOf;
  readonly #completed = new Set<protobuf.Namespace>();

  constructor(root: protobuf.Root, basesOf: BasesOf) {
    this.#root = root;
    this.#basesOf = basesOf;
  }

  /** Completes the bases first, which may be based on others. */
  complete(version: protobuf.Namespace): void {
    if (this.#completed.has(version)) return;
    this.#completed.add(version);
    const bases = this.#basesOf(version).map((name) => this.#root.lookup(name) as protobuf.Namespace);
    for (const base of bases) this.complete(base);
    if (bases.length === 0) return;
    const pending = version.nestedArray.filter((nested) => nested instanceof protobuf.Type);
    for (let message = pending.pop(); message !== undefined; message = pending.pop()) {
      if (message.options?.['(changes)'] === true) addBaseFields(message, baseOf(message, bases));
      pending.push(...adoptReferenced(message, version, bases));
    }
  }
}

/** Copies the messages of the bases that a message refers to into the version; returns the copies. */
function adoptReferenced(
  message: protobuf.Type,
  version: protobuf.Namespace,
  bases: readonly protobuf.Namespace[],
): protobuf.Type[] {
  const adopted: protobuf.Type[] = [];
  for (const { type } of message.fieldsArray) {
    if (type.includes('.') || version.get(type) !== null) continue;
    const inherited = findMessage(type, bases);
    if (inherited === undefined) continue;
    const copy = new protobuf.Type(inherited.name, inherited.options);
    copy.comment = inherited.comment;
    for (const field of inherited.fieldsArray) copy.add(copyOf(field));
    version.add(copy);
    adopted.push(copy);
  }
  return adopted;
}

function addBaseFields(message: protobuf.Type, base: protobuf.Type): void {
  const own = new Map(message.fieldsArray.map((field) => [field.name, field]));
  const removed = new Set(message.reserved?.filter((entry) => typeof entry === 'string'));
  const inherited = base.fieldsArray.filter(({ name }) => !removed.has(name));
  const fields = inherited.map((field) => own.get(field.name) ?? copyOf(field));
  const added = message.fieldsArray.filter(({ name }) => !inherited.some((field) => field.name === name));
  // Removes all first, so that the fields get the order of the base.
  for (const field of message.fieldsArray) message.remove(field);
  for (const field of [...fields, ...added]) message.add(field);
  message.comment ||= base.comment;
  inheritKind(message, base);
}

/** Options of a kind that a version takes from its base; it never takes the lifecycle. */
const inheritedKindOptions = [
  'plural',
  'short_names',
  'categories',
  'scope',
  'verbs',
  'subresources',
  'confidential',
  'limits_itself',
  'gate',
  'later_subresources',
];

function inheritKind(message: protobuf.Type, base: protobuf.Type): void {
  const own = kindOption(message);
  const inherited = kindOption(base);
  if (own === undefined || inherited === undefined) return;
  for (const name of inheritedKindOptions) if (name in inherited) own[name] ??= inherited[name];
  // Objects are stored in the version that states the whole kind.
  own['storage'] ??= false;
}

/** The parsed option, which inheritKind changes in place. */
function kindOption(message: protobuf.Type): Record<string, unknown> | undefined {
  const parsed = message.parsedOptions as Record<string, Record<string, unknown>>[] | undefined;
  return parsed?.find((option) => '(kind)' in option)?.['(kind)'];
}

function baseOf({ name, fullName }: protobuf.Type, bases: readonly protobuf.Namespace[]): protobuf.Type {
  const base = findMessage(name, bases);
  if (base === undefined) throw new Error(`${fullName} changes a message that no base has`);
  return base;
}

const findMessage = (name: string, bases: readonly protobuf.Namespace[]): protobuf.Type | undefined =>
  bases.map((base) => base.get(name)).find((found) => found instanceof protobuf.Type);

function copyOf(field: protobuf.Field): protobuf.FieldBase {
  const { name, id, type, options, comment } = field;
  const copy =
    field instanceof protobuf.MapField
      ? new protobuf.MapField(name, id, field.keyType, type, options)
      : new protobuf.Field(name, id, type, field.repeated ? 'repeated' : undefined, undefined, options);
  copy.comment = comment;
  copy.parsedOptions = field.parsedOptions;
  return copy;
}
