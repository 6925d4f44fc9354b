import type { Request, Response } from 'express';
import { writeJson } from '../../api/codec/json.ts';
import { parseAccept } from '../../api/codec/media-type.ts';
import { formats, plainJson } from '../../api/codec/negotiation.ts';
import { writeYaml } from '../../api/codec/yaml-writer.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { notAcceptable } from '../../api/meta/status.ts';
import type { Clock } from '../../util/clock.ts';
import type { Random } from '../../util/random.ts';
import { stateOf } from '../request-state.ts';
import { sendStatus } from '../response/respond.ts';
import { setWarnings } from '../response/warnings.ts';

export interface ZPagesDependencies {
  gates: Pick<FeatureGates, 'isIn' | 'isOn' | 'release'>;
  dialect: Dialect;
  clock: Clock;
  random: Random;
  /** The version of the program, without `v`: `1.36.0`. */
  version: string;
  /** Values of the command line, by the names of the flags. */
  flags: ReadonlyMap<string, string>;
}

interface Page {
  kind: 'Statusz' | 'Flagz';
  /** Name of the page in texts: `statusz`. */
  name: string;
  fields: () => object;
  lines: () => [name: string, value: string][];
}

const component = 'apiserver';
const textType = 'text/plain';
/** One is chosen at random, so that no program learns to read the text. */
const delimiters = [':', ': ', '=', ' '];
const listedPaths = ['/flagz', '/healthz', '/livez', '/metrics', '/readyz', '/statusz', '/version'];

/** Answers /statusz and /flagz: what this process is, and how it was started. As text, or as objects of a version. */
export class ZPages {
  readonly #dependencies: ZPagesDependencies;
  readonly #pages: ReadonlyMap<string, Page>;
  /** Versions of the objects, the newest first. */
  readonly #versions: readonly string[];
  readonly #started: number;

  constructor(dependencies: ZPagesDependencies) {
    const { gates, clock } = dependencies;
    this.#dependencies = dependencies;
    this.#started = clock.now();
    this.#versions = [
      ...(gates.isIn('1.36') ? ['v1beta1'] : []),
      ...(gates.isIn('1.35') ? ['v1alpha1'] : []),
    ];
    const pages: [string, Page][] = [
      ...(gates.isOn('ComponentFlagz') ? [['/flagz', this.#flags()] as [string, Page]] : []),
      ...(gates.isOn('ComponentStatusz') ? [['/statusz', this.#status()] as [string, Page]] : []),
    ];
    this.#pages = new Map(pages);
  }

  get paths(): string[] {
    return [...this.#pages.keys()];
  }

  /** False when the path is none of these. */
  handle(request: Request, response: Response): boolean {
    const page = this.#pages.get(stateOf(request).info.path);
    if (page === undefined) return false;
    const form = this.#formFor(request.headers.accept, page);
    if (form === undefined) this.#refuse(request, response);
    else if (form === textType) sendLines(response, this.#text(page));
    else this.#sendObject(request, response, page, form);
    return true;
  }

  /** The text, or the version and format of the first clause of Accept that can be had. */
  #formFor(accept: string | undefined, page: Page): typeof textType | ObjectForm | undefined {
    if (accept === undefined || accept === '') return textType;
    for (const { type, parameters } of parseAccept(accept)) {
      if (type === '*/*' || type === 'text/*' || type === textType) return textType;
      const version = parameters.get('v') ?? '';
      const isOurs = parameters.get('g') === this.#group && parameters.get('as') === page.kind;
      if (formats.includes(type) && isOurs && this.#versions.includes(version)) return { type, version };
    }
    return undefined;
  }

  /** In YAML if that is accepted, else in JSON. */
  #refuse(request: Request, response: Response): void {
    const problem = notAcceptable([...formats, textType]).toStatus();
    const accepted = parseAccept(request.headers.accept ?? '').find(({ type }) => formats.includes(type));
    const form = { ...plainJson, format: accepted?.type ?? plainJson.format };
    sendStatus(request, response, 406, problem, form);
  }

  get #group(): string {
    return `config.${this.#dependencies.dialect.api}`;
  }

  #sendObject(request: Request, response: Response, page: Page, { type, version }: ObjectForm): void {
    const { warnings } = stateOf(request);
    if (version !== this.#versions[0])
      warnings.push(`This version of the ${page.name} endpoint is deprecated. Please use a newer version.`);
    setWarnings(response, warnings);
    const { kind } = page;
    const apiVersion = `${this.#group}/${version}`;
    const document = { kind, apiVersion, metadata: { name: component }, ...page.fields() };
    response.setHeader('Content-Type', `${type};g=${this.#group};v=${version};as=${kind}`);
    response.end(type === 'application/yaml' ? writeYaml(document) : `${writeJson(document)}\n`);
  }

  #text({ name, lines }: Page): string {
    const delimiter = delimiters[this.#dependencies.random.below(delimiters.length)]!;
    return [
      '',
      `${component} ${name}`,
      'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.',
      '',
      ...lines().map(([key, value]) => `${key}${delimiter}${value}`),
      '',
    ].join('\n');
  }

  #status(): Page {
    const { gates, version: binaryVersion, clock } = this.#dependencies;
    const goVersion = `node ${process.version}`;
    const upSeconds = (): number => Math.floor((clock.now() - this.#started) / 1_000);
    return {
      kind: 'Statusz',
      name: 'statusz',
      fields: () => ({
        startTime: `${new Date(this.#started).toISOString().slice(0, 19)}Z`,
        uptimeSeconds: upSeconds(),
        goVersion,
        binaryVersion,
        emulationVersion: gates.release,
        paths: listedPaths,
      }),
      lines: () => [
        ['Started', new Date(this.#started).toUTCString()],
        ['Up', upTime(upSeconds())],
        ['Go version', goVersion],
        ['Binary version', binaryVersion],
        ['Emulation version', gates.release],
        ['Paths', listedPaths.join(' ')],
      ],
    };
  }

  #flags(): Page {
    const values = [...this.#dependencies.flags].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      kind: 'Flagz',
      name: 'flagz',
      fields: () => ({ flags: Object.fromEntries(values) }),
      lines: () => values,
    };
  }
}

interface ObjectForm {
  readonly type: string;
  readonly version: string;
}

/** `1 hr 02 min 03 sec`. */
function upTime(seconds: number): string {
  const twoDigits = (part: number): string => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours} hr ${twoDigits(minutes)} min ${twoDigits(seconds % 60)} sec`;
}

function sendLines(response: Response, text: string): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(text);
}
