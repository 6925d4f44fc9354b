import type { Dialect } from '../../api/meta/dialect.ts';
import type { Definition, DefinitionLibrary } from './definition-library.ts';
import type { DocumentRules } from './document-rules.ts';
import { capitalized, groupTag, groupWord, tagOf } from './names.ts';
import type { Path } from './paths.ts';

/** The paths from which clients learn what is served, and by whom. */
export class DiscoveryPaths {
  readonly #library: DefinitionLibrary;
  readonly #dialect: Dialect;
  readonly #version: Definition;
  readonly #formats: readonly string[];
  /** Media types of the resources of a version, which travel as objects do. */
  readonly #resourceFormats: readonly string[];

  /** `version` is the document of /version. */
  constructor(
    library: DefinitionLibrary,
    dialect: Dialect,
    version: object,
    { offersCbor }: Pick<DocumentRules, 'offersCbor'>,
  ) {
    this.#formats = ['application/json', 'application/yaml', dialect.protobuf];
    this.#resourceFormats = offersCbor ? [...this.#formats, 'application/cbor'] : this.#formats;
    this.#library = library;
    this.#dialect = dialect;
    const fields = Object.keys(version);
    // What is said of emulation came later: clients need not find it.
    const required = fields.filter((key) => !/^(emulation|minCompatibility)/.test(key));
    const info = (standard: object) => ({
      description: 'What the server is.',
      type: 'object',
      required,
      properties: Object.fromEntries(
        fields.map((key) => [key, { type: 'string', ...(required.includes(key) ? standard : {}) }]),
      ),
    });
    this.#version = library.special('apimachinery.pkg.version.Info', info({ default: '' }), info({}));
  }

  version(): Path {
    const path = this.#path(
      '/version/',
      'getCodeVersion',
      'version',
      'read the version of the server',
      this.#version,
    );
    return withFormats(path, ['application/json'], ['application/json']);
  }

  /** The paths of issuer discovery, by the key of their document. */
  issuer(): Record<string, Path> {
    const of = (path: string, id: string, tag: string, description: string, type: string): Path =>
      withFormats(this.#path(path, id, tag, description, undefined), [], [type]);
    return {
      '.well-known/openid-configuration': of(
        '/.well-known/openid-configuration/',
        'getServiceAccountIssuerOpenIDConfiguration',
        'WellKnown',
        'read what the issuer of tokens of service accounts says about itself',
        'application/json',
      ),
      'openid/v1/jwks': of(
        '/openid/v1/jwks/',
        'getServiceAccountIssuerOpenIDKeyset',
        'openid',
        'read the public keys with which tokens of service accounts are verified',
        'application/jwk-set+json',
      ),
    };
  }

  coreVersions(): Path {
    return this.#path(
      '/api/',
      'getCoreAPIVersions',
      'core',
      'list the versions of the core group',
      this.#meta('APIVersions'),
    );
  }

  groups(): Path {
    return this.#path('/apis/', 'getAPIVersions', 'apis', 'list the groups', this.#meta('APIGroupList'));
  }

  group(group: string): Path {
    const id = `get${groupWord(this.#dialect, group)}APIGroup`;
    const tag = groupTag(this.#dialect, group);
    return this.#path(`/apis/${group}/`, id, tag, 'read the versions of a group', this.#meta('APIGroup'));
  }

  /** `root`: `/apis/apps/v1` */
  groupVersion(root: string, of: { group: string; version: string }): Path {
    const id = `get${groupWord(this.#dialect, of.group)}${capitalized(of.version)}APIResources`;
    const tag = tagOf(this.#dialect, of);
    const path = this.#path(
      `${root}/`,
      id,
      tag,
      'list the resources of a group in a version',
      this.#meta('APIResourceList'),
    );
    return withFormats(path, this.#resourceFormats, this.#resourceFormats);
  }

  #meta(message: string): Definition {
    return this.#library.message(`meta.v1.${message}`);
  }

  #path(
    path: string,
    id: string,
    tag: string,
    description: string,
    definition: Definition | undefined,
  ): Path {
    const formats = this.#formats;
    const answers = [{ code: 200, definition }];
    return {
      path,
      parameters: [],
      operations: [
        {
          method: 'get',
          id,
          tag,
          description,
          parameters: [],
          consumes: formats,
          produces: formats,
          answers,
        },
      ],
    };
  }
}

function withFormats(path: Path, consumes: readonly string[], produces: readonly string[]): Path {
  return { ...path, operations: path.operations.map((operation) => ({ ...operation, consumes, produces })) };
}
