import type { Dialect } from '../../api/meta/dialect.ts';
import type { Definitions } from '../../api/schema/schema.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { ApiSurface, ServedGroupVersion } from '../surface/api-surface.ts';
import type { Routes } from '../surface/routes.ts';
import { type Definition, DefinitionLibrary, type GroupVersion } from './definition-library.ts';
import { DiscoveryPaths } from './discovery-paths.ts';
import type { DocumentRules } from './document-rules.ts';
import type { Form } from './names.ts';
import type { Part } from './part.ts';
import { pathParts } from './path-writers.ts';
import { definitionsOf, type Path } from './paths.ts';
import { ResourcePaths } from './resource-paths.ts';

export interface SectionDependencies {
  definitions: Definitions;
  dialect: Dialect;
  routes: Routes;
  /** The document of /version. */
  version: object;
  /** Whether issuer discovery is served. */
  issuer: boolean;
  rules: DocumentRules;
}

/** A set of paths that is one document in v3. */
export interface Section {
  /** `apis/apps/v1` */
  key: string;
  parts: readonly Record<Form, Part>[];
  /** The definitions that its paths refer to. */
  roots: ReadonlySet<Definition>;
  /** Undefined where it is of no version. */
  groupVersion: GroupVersion | undefined;
}

/** The sections of what this server serves. Those of group-versions that are the same objects as before stay. */
export class Sections {
  readonly #dependencies: SectionDependencies;
  readonly #surface: ApiSurface;
  readonly #resources: ResourcePaths;
  readonly #discovery: DiscoveryPaths;
  readonly #ofGroupVersions = new WeakMap<ServedGroupVersion, Section>();
  readonly #others = new Map<string, Section>();
  #current: { revision: number; sections: ReadonlyMap<string, Section> } | undefined;

  constructor(surface: ApiSurface, dependencies: SectionDependencies) {
    const { definitions, dialect, version, rules } = dependencies;
    const library = new DefinitionLibrary(definitions, dialect, rules);
    this.#dependencies = dependencies;
    this.#surface = surface;
    this.#resources = new ResourcePaths(library, dialect, rules);
    this.#discovery = new DiscoveryPaths(library, dialect, version, rules);
  }

  /** By key. */
  get all(): ReadonlyMap<string, Section> {
    if (this.#current?.revision !== this.#surface.revision)
      this.#current = { revision: this.#surface.revision, sections: this.#list() };
    return this.#current.sections;
  }

  /** Makes those that are new, one after the other: other requests run meanwhile. */
  async make(pacer: Pacer): Promise<void> {
    for (const groupVersion of [...this.#surface.groupVersions]) {
      this.#ofGroupVersion(groupVersion);
      await pacer.step();
    }
  }

  #list(): ReadonlyMap<string, Section> {
    const sections = [
      this.#other('version', () => this.#discovery.version()),
      this.#other('api', () => this.#discovery.coreVersions()),
      this.#other('apis', () => this.#discovery.groups()),
      ...(this.#dependencies.issuer ? this.#ofIssuer() : []),
      // Groups of custom resources have no such document.
      ...this.#surface.builtInGroups.map((group) =>
        this.#other(`apis/${group}`, () => this.#discovery.group(group)),
      ),
      ...[...this.#surface.groupVersions].map((groupVersion) => this.#ofGroupVersion(groupVersion)),
    ];
    return new Map(sections.map((section) => [section.key, section]));
  }

  #ofIssuer(): Section[] {
    return Object.entries(this.#discovery.issuer()).map(([key, path]) => this.#other(key, () => path));
  }

  #other(key: string, path: () => Path): Section {
    const known = this.#others.get(key) ?? this.#section(key, [path()], undefined);
    this.#others.set(key, known);
    return known;
  }

  #ofGroupVersion(groupVersion: ServedGroupVersion): Section {
    const known = this.#ofGroupVersions.get(groupVersion);
    if (known !== undefined) return known;
    const { definition, apiVersion } = groupVersion;
    const key = `${definition.group === '' ? 'api' : 'apis'}/${apiVersion}`;
    const paths = [
      ...(groupVersion.isCustom ? [] : [this.#discovery.groupVersion(`/${key}`, definition)]),
      ...this.#resources.of(groupVersion, this.#dependencies.routes),
    ];
    const made = this.#section(key, paths, definition);
    this.#ofGroupVersions.set(groupVersion, made);
    return made;
  }

  #section(key: string, paths: readonly Path[], groupVersion: GroupVersion | undefined): Section {
    const parts = paths.map((path) => pathParts(path, this.#dependencies.dialect));
    return { key, parts, roots: definitionsOf(paths), groupVersion };
  }
}
