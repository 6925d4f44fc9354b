import { writeJson } from '../../api/codec/json.ts';
import type { Clock } from '../../util/clock.ts';
import { Pacer } from '../../util/pacer.ts';
import { inSlices } from '../../util/slices.ts';
import type { ApiSurface } from '../surface/api-surface.ts';
import type { RemoteDocument, RemoteDocuments } from '../surface/remote-documents.ts';
import { convertV2 } from './convert-v2.ts';
import { closureOf } from './definition-library.ts';
import { capitalized, type Form } from './names.ts';
import { composeJson, jsonPieces, type Part, Parts } from './part.ts';
import { type Encoder, encodeDocument } from './protobuf/encoders.ts';
import { document as documentV2 } from './protobuf/v2.ts';
import { document as documentV3, pathItem as pathItemV3, schema as schemaV3 } from './protobuf/v3.ts';
import { Published } from './published.ts';
import { mergeRemote, RemotePart } from './remote-merge.ts';
import { type Section, type SectionDependencies, Sections } from './sections.ts';

export type Encoding = 'json' | 'protobuf';

export const jsonType = 'application/json';
const protobufTypes: Readonly<Record<Form, string>> = {
  v2: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  v3: 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf',
};

export interface OpenApiDependencies extends SectionDependencies {
  clock: Clock;
  /** Documents of other servers. */
  remote?: RemoteDocuments | undefined;
}

/** A v3 document made of the v2 document of another server. */
interface Converted extends Partial<Record<Encoding, Published>> {
  document: object;
  parts: readonly Part[];
}

/**
 * The documents of what is served, made when they are asked for and kept. When what is served changes, group-versions
 * that are the same objects as before keep their parts and their v3 documents, so what the routes say of one must hold
 * as long as it lives.
 */
export class OpenApiDocuments {
  readonly #dependencies: OpenApiDependencies;
  readonly #sections: Sections;
  readonly #published = new WeakMap<Section, Partial<Record<Encoding, Published>>>();
  readonly #surface: ApiSurface;
  #revision = 0;
  #remoteRevision = 0;
  #whole: Partial<Record<Encoding, Published>> = {};
  #index: Published | undefined;
  /** v3 documents made of the v2 documents of other servers, by key. */
  readonly #converted = new Map<string, Converted>();

  constructor(surface: ApiSurface, dependencies: OpenApiDependencies) {
    this.#dependencies = dependencies;
    this.#surface = surface;
    this.#sections = new Sections(surface, dependencies);
  }

  /** Looks whether something else is served by now. */
  #refresh(): void {
    const remoteRevision = this.#dependencies.remote?.documentsRevision ?? 0;
    if (this.#surface.revision === this.#revision && remoteRevision === this.#remoteRevision) return;
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
    await this.#sections.make(pacer);
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
        ? await Published.compose(jsonType, jsonPieces(document), this.#dependencies.clock.now(), pacer)
        : this.#publish('v2', encoding, document);
    this.#refresh();
    if (this.#revision === revision && this.#remoteRevision === remoteRevision)
      this.#whole[encoding] = published;
    return published;
  }

  /** URLs of the v3 documents, which change whenever these do. */
  async v3Index(pacer = new Pacer()): Promise<Published> {
    this.#refresh();
    if (this.#index !== undefined) return this.#index;
    await this.#sections.make(pacer);
    const paths: Record<string, { serverRelativeURL: string }> = {};
    const { urls = new Map<string, string>(), converted = new Map() } = this.#dependencies.remote ?? {};
    const keys = new Set([...this.#sections.all.keys(), ...urls.keys(), ...converted.keys()]);
    for (const key of [...keys].sort()) {
      if (converted.has(key)) await this.convert(key, 'json', pacer);
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

  /** Undefined when there is no such document, or none yet: `convert` makes those of other servers. */
  v3(key: string, encoding: Encoding): Published | undefined {
    this.#refresh();
    const converted = this.#converted.get(key);
    if (converted !== undefined) return converted[encoding];
    const section = this.#sections.all.get(key);
    if (section === undefined) return undefined;
    const known = this.#published.get(section) ?? {};
    this.#published.set(section, known);
    return (known[encoding] ??= this.#publish('v3', encoding, this.#documentV3(section)));
  }

  /** Makes what `v3` answers for a server that has no documents of v3. */
  async convert(key: string, encoding: Encoding, pacer: Pacer): Promise<void> {
    this.#refresh();
    const remote = this.#dependencies.remote?.converted.get(key);
    if (remote === undefined || this.#converted.get(key)?.[encoding] !== undefined) return;
    const known = this.#converted.get(key) ?? (await this.#convertedOf(key, remote, pacer));
    for (const part of known.parts) {
      if (encoding === 'json') part.json;
      else part.protobuf;
      await pacer.step();
    }
    this.#refresh();
    if (this.#dependencies.remote?.converted.get(key) !== remote) return this.convert(key, encoding, pacer);
    known[encoding] ??= this.#publish('v3', encoding, known.document);
    this.#converted.set(key, known);
  }

  async #convertedOf(key: string, remote: RemoteDocument, pacer: Pacer): Promise<Converted> {
    const { paths, schemas } = await inSlices(convertV2(remote, `/${key}`), pacer);
    const parts = (values: Record<string, object>, encoder: Encoder): Parts =>
      new Parts(Object.entries(values).map(([part, value]) => new RemotePart(part, value, encoder)));
    const [items, definitions] = [parts(paths, pathItemV3), parts(schemas, schemaV3)];
    return { document: this.#wholeV3(items, definitions), parts: [...items, ...definitions] };
  }

  v3Url(key: string): string | undefined {
    const published = this.v3(key, 'json');
    return published && `/openapi/v3/${key}?hash=${published.hash}`;
  }

  async #documentV2(pacer: Pacer) {
    const sections = [...this.#sections.all.values()];
    const roots = new Set(sections.flatMap((section) => [...section.roots]));
    const own = {
      paths: sections.flatMap(({ parts }) => parts.map(({ v2 }) => v2)),
      definitions: [...closureOf(roots)].map(({ parts }) => parts.v2),
    };
    const documents = this.#dependencies.remote?.documents ?? [];
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

  #documentV3({ parts, roots, groupVersion }: Section): object {
    const schemas = new Parts([...closureOf(roots)].map((definition) => definition.inVersion(groupVersion)));
    return this.#wholeV3(new Parts(parts.map(({ v3 }) => v3)), schemas);
  }

  /** Not all paths are of objects: documents without any have no schemas. */
  #wholeV3(paths: Parts, schemas: Parts): object {
    const components = schemas.isEmpty ? {} : { schemas };
    return {
      openapi: '3.0.0',
      info: this.#info(),
      paths,
      components: { ...components, securitySchemes: bearerToken },
    };
  }

  #info(): object {
    const { dialect, version, rules } = this.#dependencies;
    const { gitVersion } = version as { gitVersion?: string };
    return { title: capitalized(dialect.service), version: rules.version ?? gitVersion ?? 'unversioned' };
  }

  #publish(form: Form, encoding: Encoding, document: object): Published {
    if (encoding === 'json')
      return new Published(jsonType, Buffer.from(composeJson(document)), this.#dependencies.clock.now());
    const bytes = encodeDocument(document, form === 'v2' ? documentV2 : documentV3);
    return new Published(protobufTypes[form], bytes, this.#dependencies.clock.now());
  }

  #json(value: object): Published {
    return new Published(jsonType, Buffer.from(writeJson(value)), this.#dependencies.clock.now());
  }
}

const bearerToken = {
  BearerToken: { description: 'A bearer token.', type: 'apiKey', name: 'authorization', in: 'header' },
};
