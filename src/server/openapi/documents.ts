import { writeJson } from '../../api/codec/json.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { Definitions } from '../../api/schema/schema.ts';
import type { Clock } from '../../util/clock.ts';
import { Pacer } from '../../util/pacer.ts';
import type { Routes } from '../discovery/documents.ts';
import type { ApiSurface, ServedGroupVersion } from '../routing/api-surface.ts';
import { closureOf, type Definition, DefinitionLibrary } from './definition-library.ts';
import { DiscoveryPaths } from './discovery-paths.ts';
import { capitalized, type Form } from './names.ts';
import { composeJson, jsonPieces, type Part, Parts } from './part.ts';
import { pathParts } from './path-writers.ts';
import { definitionsOf, type Path } from './paths.ts';
import { encodeDocument } from './protobuf/encoders.ts';
import { document as documentV2 } from './protobuf/v2.ts';
import { document as documentV3 } from './protobuf/v3.ts';
import { Published } from './published.ts';
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
  #sections: ReadonlyMap<string, Section> | undefined;
  #whole: Partial<Record<Encoding, Published>> = {};
  #index: Published | undefined;

  constructor(surface: ApiSurface, given: OpenApiDependencies) {
    const library = new DefinitionLibrary(given.definitions, given.dialect);
    this.#given = given;
    this.#surface = surface;
    this.#resources = new ResourcePaths(library, given.dialect);
    this.#discovery = new DiscoveryPaths(library, given.dialect, given.version);
  }

  /** Looks whether something else is served by now. */
  #refresh(): void {
    if (this.#surface.revision === this.#revision) return;
    this.#revision = this.#surface.revision;
    this.#sections = undefined;
    this.#whole = {};
    this.#index = undefined;
  }

  /** Everything, as OpenAPI v2. With very many custom resources it is long: other requests run meanwhile. */
  async v2(encoding: Encoding, pacer = new Pacer()): Promise<Published> {
    this.#refresh();
    const known = this.#whole[encoding];
    if (known !== undefined) return known;
    const revision = this.#revision;
    await this.#makeSections(pacer);
    const document = this.#documentV2();
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
    if (this.#surface.revision === revision) this.#whole[encoding] = published;
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
    for (const key of [...this.#all().keys()].sort()) {
      const url = this.v3Url(key);
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
    const section = this.#all().get(key);
    if (section === undefined) return undefined;
    const known = this.#published.get(section) ?? {};
    this.#published.set(section, known);
    return (known[encoding] ??= this.#publish('v3', encoding, this.#documentV3(section)));
  }

  v3Url(key: string): string | undefined {
    const published = this.v3(key, 'json');
    return published && `/openapi/v3/${key}?hash=${published.hash}`;
  }

  #documentV2() {
    const sections = [...this.#all().values()];
    return {
      swagger: '2.0',
      info: this.#info(),
      paths: new Parts(sections.flatMap(({ parts }) => parts.map(({ v2 }) => v2))),
      definitions: definitionParts(new Set(sections.flatMap(({ roots }) => [...roots])), 'v2'),
      securityDefinitions: bearerToken,
      security: [{ BearerToken: [] }],
    };
  }

  #documentV3({ parts, roots }: Section): object {
    return {
      openapi: '3.0.0',
      info: this.#info(),
      paths: new Parts(parts.map(({ v3 }) => v3)),
      components: { schemas: definitionParts(roots, 'v3'), securitySchemes: bearerToken },
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
      ...this.#surface.groups
        .filter((group) => this.#surface.isBuiltIn(group))
        .map((group) => this.#other(`apis/${group}`, () => this.#discovery.group(group))),
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

function definitionParts(roots: ReadonlySet<Definition>, form: Form): Parts {
  return new Parts([...closureOf(roots)].map(({ parts }) => parts[form]));
}
