import { writeJson } from '../../api/codec/json.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { Definitions } from '../../api/schema/schema.ts';
import type { Clock } from '../../util/clock.ts';
import { Pacer } from '../../util/pacer.ts';
import type { Routes } from '../discovery/documents.ts';
import type { ApiSurface, ServedGroupVersion } from '../routing/api-surface.ts';
import { convertV2 } from './convert-v2.ts';
import { closureOf, type Definition, DefinitionLibrary } from './definition-library.ts';
import { DiscoveryPaths } from './discovery-paths.ts';
import { capitalized, type Form } from './names.ts';
import { composeJson, jsonPieces, type Part, Parts } from './part.ts';
import { pathParts } from './path-writers.ts';
import { definitionsOf, type Path } from './paths.ts';
import { type Encoder, encodeDocument } from './protobuf/encoders.ts';
import { document as documentV2 } from './protobuf/v2.ts';
import { document as documentV3, pathItem as pathItemV3, schema as schemaV3 } from './protobuf/v3.ts';
import { Published } from './published.ts';
import type { RemoteDocument, RemoteDocuments } from './remote-documents.ts';
import { mergeRemote, RemotePart } from './remote-merge.ts';
import { ResourcePaths } from './resource-paths.ts';

export type Encoding = 'json' | 'protobuf';

const jsonType = 'application/json';
const protobufTypes: Readonly<Record<Form, string>> = {
  v2: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  v3: 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf',
};

export interface OpenApiDependencies {
  definitions: Definitions;
  dialect: Dialect;
  routes: Routes;
  /** The document of /version. */
  version: object;
  /** Whether issuer discovery is served. */
  issuer: boolean;
  clock: Clock;
  /** Those of other servers. */
  remote?: RemoteDocuments | undefined;
}

/** A set of paths that is one document in v3. */
interface Section {
  /** `apis/apps/v1` */
  key: string;
  parts: readonly Record<Form, Part>[];
  /** The definitions that its paths refer to. */
  roots: ReadonlySet<Definition>;
}

/**
 * The documents of what is served, made when they are asked for and kept. When what is served changes, group-versions
 * that are the same objects as before keep their parts and their v3 documents, so what the routes say of one must hold
 * as long as it lives.
 */
export class OpenApiDocuments {
  readonly #given: OpenApiDependencies;
  readonly #resources: ResourcePaths;
  readonly #discovery: DiscoveryPaths;
  readonly #ofGroupVersions = new WeakMap<ServedGroupVersion, Section>();
  readonly #others = new Map<string, Section>();
  readonly #published = new WeakMap<Section, Partial<Record<Encoding, Published>>>();
  readonly #surface: ApiSurface;
  #revision = 0;
  #remoteRevision = 0;
  #sections: ReadonlyMap<string, Section> | undefined;
  #whole: Partial<Record<Encoding, Published>> = {};
  #index: Published | undefined;
  /** v3 documents of other servers, by encoding and key. */
  readonly #converted = new Map<string, Published>();

  constructor(surface: ApiSurface, given: OpenApiDependencies) {
    const library = new DefinitionLibrary(given.definitions, given.dialect);
    this.#given = given;
    this.#surface = surface;
    this.#resources = new ResourcePaths(library, given.dialect);
    this.#discovery = new DiscoveryPaths(library, given.dialect, given.version);
  }

  /** Looks whether something else is served by now. */
  #refresh(): void {
    const remoteRevision = this.#given.remote?.documentsRevision ?? 0;
    if (this.#surface.revision === this.#revision && remoteRevision === this.#remoteRevision) return;
    if (this.#surface.revision !== this.#revision) this.#sections = undefined;
    this.#revision = this.#surface.revision;
    this.#remoteRevision = remoteRevision;
    this.#converted.clear();
    this.#whole = {};
    this.#index = undefined;
  }

  /** Everything, as OpenAPI v2. With very many custom resources it is long: other requests run meanwhile. */
  async v2(encoding: Encoding, pacer = new Pacer()): Promise<Published> {
    this.#refresh();
    const known = this.#whole[encoding];
    if (known !== undefined) return known;
    const [revision, remoteRevision] = [this.#revision, this.#remoteRevision];
    await this.#makeSections(pacer);
    const document = await this.#documentV2(pacer);
    for (const parts of [document.paths, document.definitions]) {
      for (const part of parts) {
        if (encoding === 'json') part.json;
        else part.protobuf;
        await pacer.step();
      }
    }
    const published =
      encoding === 'json'
        ? await Published.compose(jsonType, jsonPieces(document), this.#given.clock.now(), pacer)
        : this.#publish('v2', encoding, document);
    this.#refresh();
    if (this.#revision === revision && this.#remoteRevision === remoteRevision)
      this.#whole[encoding] = published;
    return published;
  }

  async #makeSections(pacer: Pacer): Promise<void> {
    for (const groupVersion of [...this.#surface.groupVersions]) {
      this.#ofGroupVersion(groupVersion);
      await pacer.step();
    }
  }

  /** Where the v3 documents are: their URLs change whenever they do. */
  async v3Index(pacer = new Pacer()): Promise<Published> {
    this.#refresh();
    if (this.#index !== undefined) return this.#index;
    await this.#makeSections(pacer);
    const paths: Record<string, { serverRelativeURL: string }> = {};
    const { urls = new Map<string, string>(), converted = new Map() } = this.#given.remote ?? {};
    const keys = new Set([...this.#all().keys(), ...urls.keys(), ...converted.keys()]);
    for (const key of [...keys].sort()) {
      const url = urls.get(key) ?? this.v3Url(key);
      // It may have gone meanwhile.
      if (url !== undefined) paths[key] = { serverRelativeURL: url };
      await pacer.step();
    }
    const index = this.#json({ paths });
    this.#refresh();
    this.#index ??= index;
    return index;
  }

  /** Undefined when there is no such document. */
  v3(key: string, encoding: Encoding): Published | undefined {
    this.#refresh();
    const remote = this.#given.remote?.converted.get(key);
    if (remote !== undefined) return this.#convertedV3(key, remote, encoding);
    const section = this.#all().get(key);
    if (section === undefined) return undefined;
    const known = this.#published.get(section) ?? {};
    this.#published.set(section, known);
    return (known[encoding] ??= this.#publish('v3', encoding, this.#documentV3(section)));
  }

  /** The document of a server that has none of v3. */
  #convertedV3(key: string, remote: RemoteDocument, encoding: Encoding): Published {
    const name = `${encoding} ${key}`;
    let published = this.#converted.get(name);
    if (published === undefined) {
      const { paths, schemas } = convertV2(remote, `/${key}`);
      const parts = (values: object, encoder: Encoder): Parts =>
        new Parts(Object.entries(values).map(([part, value]) => new RemotePart(part, value, encoder)));
      const document = this.#wholeV3(parts(paths, pathItemV3), parts(schemas, schemaV3));
      published = this.#publish('v3', encoding, document);
      this.#converted.set(name, published);
    }
    return published;
  }

  v3Url(key: string): string | undefined {
    const published = this.v3(key, 'json');
    return published && `/openapi/v3/${key}?hash=${published.hash}`;
  }

  async #documentV2(pacer: Pacer) {
    const sections = [...this.#all().values()];
    const roots = new Set(sections.flatMap((section) => [...section.roots]));
    const own = {
      paths: sections.flatMap(({ parts }) => parts.map(({ v2 }) => v2)),
      definitions: [...closureOf(roots)].map(({ parts }) => parts.v2),
    };
    const documents = this.#given.remote?.documents ?? [];
    const { paths, definitions } = documents.length === 0 ? own : await mergeRemote(own, documents, pacer);
    return {
      swagger: '2.0',
      info: this.#info(),
      paths: new Parts(paths),
      definitions: new Parts(definitions),
      securityDefinitions: bearerToken,
      security: [{ BearerToken: [] }],
    };
  }

  #documentV3({ parts, roots }: Section): object {
    const schemas = new Parts([...closureOf(roots)].map((definition) => definition.parts.v3));
    return this.#wholeV3(new Parts(parts.map(({ v3 }) => v3)), schemas);
  }

  #wholeV3(paths: Parts, schemas: Parts): object {
    return {
      openapi: '3.0.0',
      info: this.#info(),
      paths,
      components: { schemas, securitySchemes: bearerToken },
      security: [{ BearerToken: [] }],
    };
  }

  #info(): object {
    const { dialect, version } = this.#given;
    const { gitVersion } = version as { gitVersion?: string };
    return { title: capitalized(dialect.service), version: gitVersion ?? 'unversioned' };
  }

  #publish(form: Form, encoding: Encoding, document: object): Published {
    if (encoding === 'json')
      return new Published(jsonType, Buffer.from(composeJson(document)), this.#given.clock.now());
    const bytes = encodeDocument(document, form === 'v2' ? documentV2 : documentV3);
    return new Published(protobufTypes[form], bytes, this.#given.clock.now());
  }

  #json(value: object): Published {
    return new Published(jsonType, Buffer.from(writeJson(value)), this.#given.clock.now());
  }

  #all(): ReadonlyMap<string, Section> {
    if (this.#sections !== undefined) return this.#sections;
    const sections = [
      this.#other('version', () => this.#discovery.version()),
      this.#other('api', () => this.#discovery.coreVersions()),
      this.#other('apis', () => this.#discovery.groups()),
      ...(this.#given.issuer ? this.#ofIssuer() : []),
      // Groups of custom resources have no such document.
      ...[...this.#surface.builtInGroups].map((group) =>
        this.#other(`apis/${group}`, () => this.#discovery.group(group)),
      ),
      ...[...this.#surface.groupVersions].map((groupVersion) => this.#ofGroupVersion(groupVersion)),
    ];
    this.#sections = new Map(sections.map((section) => [section.key, section]));
    return this.#sections;
  }

  #ofIssuer(): Section[] {
    return Object.entries(this.#discovery.issuer()).map(([key, path]) => this.#other(key, () => path));
  }

  #other(key: string, path: () => Path): Section {
    const known = this.#others.get(key) ?? this.#section(key, [path()]);
    this.#others.set(key, known);
    return known;
  }

  #ofGroupVersion(groupVersion: ServedGroupVersion): Section {
    const known = this.#ofGroupVersions.get(groupVersion);
    if (known !== undefined) return known;
    const { definition, apiVersion } = groupVersion;
    const key = `${definition.group === '' ? 'api' : 'apis'}/${apiVersion}`;
    const made = this.#section(key, [
      ...(groupVersion.isCustom ? [] : [this.#discovery.groupVersion(`/${key}`, definition)]),
      ...this.#resources.of(groupVersion, this.#given.routes),
    ]);
    this.#ofGroupVersions.set(groupVersion, made);
    return made;
  }

  #section(key: string, paths: readonly Path[]): Section {
    const parts = paths.map((path) => pathParts(path, this.#given.dialect));
    return { key, parts, roots: definitionsOf(paths) };
  }
}

const bearerToken = {
  BearerToken: { description: 'A bearer token.', type: 'apiKey', name: 'authorization', in: 'header' },
};
