import type { FeatureGates } from '../../../api/gates/feature-gates.ts';

/** The differences between releases in what an encryption configuration may say, and in the words for what it may not. */
export interface ConfigurationRules {
  /** The API group of configuration files. */
  readonly configGroup: string;
  /** The API group whose Events are stored in another one. */
  readonly eventsGroup: string;
  /** Whether failures are told in the words of the releases that can read the file again. */
  readonly hasLaterTexts: boolean;
  /** Whether a field that is not known is refused. */
  readonly isStrict: boolean;
  /** Whether names of resources are checked, and an entry must not hide another one. */
  readonly checksResources: boolean;
  /** Whether a KMS has versions; before, whatever stands there is taken. */
  readonly hasKmsVersions: boolean;
  /** The reason for which no KMS of the version can be used; undefined when it can. */
  refusalOfKms(apiVersion: string, name: string): string | undefined;
}

/** `api`: the domain of API groups. */
export function configurationRules(gates: FeatureGates, api: string): ConfigurationRules {
  return {
    configGroup: `apiserver.config.${api}`,
    eventsGroup: `events.${api}`,
    hasLaterTexts: gates.isIn('1.26'),
    isStrict: gates.isIn('1.31'),
    checksResources: gates.isIn('1.27'),
    hasKmsVersions: gates.isIn('1.25'),
    refusalOfKms: (apiVersion, name) => {
      if (apiVersion === 'v1') return gates.isIn('1.29') && !gates.isOn('KMSv1') ? oldKms : undefined;
      return gates.isIn('1.25') && !gates.isIn('1.29') && !gates.isOn('KMSv2')
        ? `could not configure KMSv2 plugin "${name}", KMSv2 feature is not enabled`
        : undefined;
    },
  };
}

const oldKms =
  'KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.  ' +
  'Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.';
