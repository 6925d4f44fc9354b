import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { podSecurityPolicy } from './index.ts';

const bench = new VersionBench(podSecurityPolicy(dependencies));

describeConversions(bench);
