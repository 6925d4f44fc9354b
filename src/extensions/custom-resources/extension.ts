import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { extensionNames } from '../../api/schema/json-schema.ts';
import { valueStyleOf } from '../../api/structural-schema/value-style.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { ControllerWriter } from '../../registry/write/controller-writer.ts';
import type { Deleter } from '../../registry/write/deleter.ts';
import type { Updater } from '../../registry/write/updater.ts';
import type { ApiSurface } from '../../server/surface/api-surface.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { Clock } from '../../util/clock.ts';
import { DefinitionController } from './controllers/definition-controller.ts';
import { InstanceRemoval } from './controllers/instance-removal.ts';
import type { Definition } from './definition/definition.ts';
import { AdmittedVersions } from './serving/admitted-versions.ts';
import { CustomResources, type ObserveVersions } from './serving/custom-resources.ts';
import type { InstanceDependencies } from './serving/instance-version.ts';
import type { ConvertInstances } from './storage/version-converter.ts';

export interface ExtensionDependencies extends Omit<InstanceDependencies, 'names' | 'feed'> {
  feed: CacheFeed;
  /** That of definitions. */
  definitionResource: StoredResource;
  surface: ApiSurface;
  updater: Updater;
  deleter: Deleter;
  dialect: Dialect;
  clock: Clock;
  /** The release whose API is served. */
  release: string;
  gates: Pick<FeatureGates, 'isIn' | 'isOn'>;
  /** Undefined where the definition says that versions differ by their name alone. */
  convertOf(definition: Definition): ConvertInstances | undefined;
  onVersions: ObserveVersions;
  report(message: string): void;
}

/** The release from which on values have to meet rules in expressions. */
const rulesSince = '1.25';

/** Whether rules in expressions are followed. A definition that was stored with some keeps them where they are not. */
export const rulesCount = (gates: Pick<FeatureGates, 'isIn' | 'isOn'>): boolean =>
  gates.isIn(rulesSince) && gates.isOn('CustomResourceValidationExpressions');

/** The release from which on an apply does not create what is about to end. */
const noApplySince = '1.34';

/** Custom resources: what serves them, and the controllers of their definitions. */
export class CustomResourceExtension {
  readonly resources: CustomResources;
  readonly admittedVersions: AdmittedVersions;
  readonly #controller: DefinitionController;

  constructor(dependencies: ExtensionDependencies) {
    const { definitionResource, surface, dialect, clock, feed, report } = dependencies;
    const { cache } = definitionResource;
    // That of every kind is the same.
    const metadata = definitionResource.definition.schema.byName.get('metadata')!;
    const names = extensionNames(dialect);
    const { release, gates } = dependencies;
    const ruleRelease = rulesCount(gates) ? release : undefined;
    const style = valueStyleOf(gates);
    const takesAtEnd = isReleasedBy(noApplySince, release) ? 'no new objects' : 'no creations';
    const ofResources = { ...dependencies, names, metadata, ruleRelease, takesAtEnd, style } as const;
    this.resources = new CustomResources(cache, surface, ofResources, dependencies.onVersions);
    this.admittedVersions = new AdmittedVersions(surface, this.resources);
    const writer = new ControllerWriter<Definition>(
      dependencies.updater,
      definitionResource,
      `${dialect.prefix}-apiserver`,
    );
    const removal = new InstanceRemoval({
      writer,
      deleter: dependencies.deleter,
      dialect,
      clock,
      resourceOf: (name) => this.resources.of(name),
      isBuiltIn: (group) => surface.isBuiltIn(group),
    });
    this.#controller = new DefinitionController({ cache, feed, writer, removal, dialect, clock, report });
  }

  /** Once the caches are loaded. */
  start(): void {
    this.#controller.start();
  }

  async close(): Promise<void> {
    await this.#controller.close();
    this.resources[Symbol.dispose]();
  }
}
