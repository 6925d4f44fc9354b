import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoordinationV1beta1LeaseCandidate } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { compareVersions, semanticVersion } from '../../../api/validation/semantic-version.ts';
import { oldestEmulationVersion, validateStrategy } from '../../shared/election-strategy.ts';
import { requireText } from '../../shared/field-checks.ts';
import { unchanged } from '../../shared/unchanged.ts';

type Candidate = CoordinationV1beta1LeaseCandidate;

const specPath = FieldPath.of('spec');
/** The release from which on a candidate has one strategy, and says its version whatever that is. */
const oneStrategySince = '1.32';

export function candidateValidation(gates: FeatureGates) {
  const hasOneStrategy = gates.isIn(oneStrategySince);
  const validateCreate = ({ spec }: Candidate): FieldError[] => {
    const { binaryVersion = '', emulationVersion = '', strategy = '' } = spec;
    const strategies = hasOneStrategy ? [strategy] : strategy.split(',').filter(Boolean);
    const isNeeded = hasOneStrategy || strategies.includes(oldestEmulationVersion);
    return [
      ...requireText(spec.leaseName, specPath, 'leaseName'),
      ...validateVersions(binaryVersion, emulationVersion, isNeeded),
      ...strategies.flatMap((one) => validateChoice(one, emulationVersion)),
    ];
  };
  return {
    validateCreate,
    validateUpdate: (candidate: Candidate, old: Candidate): FieldError[] => [
      ...validateCreate(candidate),
      ...unchanged(candidate.spec.leaseName, old.spec.leaseName, specPath.child('leaseName')),
    ],
  };
}

function validateVersions(binary: string, emulation: string, isNeeded: boolean): FieldError[] {
  const [binaryPath, emulationPath] = [specPath.child('binaryVersion'), specPath.child('emulationVersion')];
  const text = 'must be a valid semantic version';
  const isOlder = binary !== '' && emulation !== '' && compareVersions(known(binary), known(emulation)) < 0;
  return [
    ...(binary === '' && isNeeded ? [required(binaryPath)] : []),
    ...(binary === '' || semanticVersion.test(binary) ? [] : [invalid(binaryPath, binary, text)]),
    ...(emulation === '' || semanticVersion.test(emulation) ? [] : [invalid(emulationPath, emulation, text)]),
    ...(isOlder ? [invalid(binaryPath, binary, 'must be greater than or equal to `emulationVersion`')] : []),
  ];
}

/** The version of a text; one that is none counts as the lowest. */
const known = (version: string): string => (semanticVersion.test(version) ? version : lowest);

const lowest = '0.0.0';

function validateChoice(strategy: string, emulation: string): FieldError[] {
  const path = specPath.child('strategy');
  if (strategy === '') return [required(path)];
  const isMissing = strategy === oldestEmulationVersion && known(emulation) === lowest;
  const text = `must be specified when \`strategy\` is '${oldestEmulationVersion}'`;
  return [
    ...(isMissing ? [required(specPath.child('emulationVersion'), text)] : []),
    ...validateStrategy(strategy, path),
  ];
}
