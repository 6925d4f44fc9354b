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
  const isBinaryKnown = semanticVersion.test(binary);
  const isEmulationKnown = semanticVersion.test(emulation);
  const text = 'must be a valid semantic version';
  const isOlder = isBinaryKnown && isEmulationKnown && compareVersions(binary, emulation) < 0;
  return [
    ...(binary === '' && isNeeded ? [required(binaryPath)] : []),
    ...(binary !== '' && !isBinaryKnown ? [invalid(binaryPath, binary, text)] : []),
    ...(emulation !== '' && !isEmulationKnown ? [invalid(emulationPath, emulation, text)] : []),
    ...(isOlder ? [invalid(binaryPath, binary, 'must be greater than or equal to `emulationVersion`')] : []),
  ];
}

function validateChoice(strategy: string, emulation: string): FieldError[] {
  const path = specPath.child('strategy');
  if (strategy === '') return [required(path)];
  const isMissing = strategy === oldestEmulationVersion && emulation === '';
  return [
    ...(isMissing
      ? [
          required(
            specPath.child('emulationVersion'),
            `must be specified when \`strategy\` is '${oldestEmulationVersion}'`,
          ),
        ]
      : []),
    ...validateStrategy(strategy, path),
  ];
}
